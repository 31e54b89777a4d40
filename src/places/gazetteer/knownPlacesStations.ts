import { knownPlaces } from './knownPlace.ts';

// "Lyon gare" beside "gare de Lyon" tells which station serves a town when a rider writes the two apart: "Gare SNCF, 69003 Lyon".
export const PARIS_STATIONS = knownPlaces(
  'station',
  `
Gare de Lyon, Paris | 48.8443, 2.3744 | Paris Gare de Lyon; Paris Lyon; gare Paris Lyon; Gare de Lyon Paris 12; Hall 1 Gare de Lyon; Paris Gare Lyon
Gare du Nord, Paris | 48.8809, 2.3553 | Paris Gare du Nord; Paris Nord; gare de Paris Nord; Gare Eurostar Paris; Eurostar Paris; Gare du Nord Eurostar
Gare de l'Est, Paris | 48.8768, 2.3592 | Paris Gare de l'Est; Paris Est; gare de Paris Est
Gare Saint-Lazare, Paris | 48.8763, 2.3254 | Paris Saint-Lazare; ?Saint-Lazare; gare de Paris Saint-Lazare; Paris Gare Saint-Lazare; St Lazare station
Gare Montparnasse, Paris | 48.8412, 2.3205 | Paris Montparnasse; gare de Paris Montparnasse; Montparnasse; Paris Gare Montparnasse; Gare Montparnasse TGV; Montparnasse station; Gare Montparnasse 1; Gare Montparnasse Vaugirard; Gare Montparnasse Pasteur
Gare d'Austerlitz, Paris | 48.8422, 2.3652 | Paris Austerlitz; gare de Paris Austerlitz; Paris Gare d'Austerlitz; Austerlitz station
Gare de Bercy, Paris | 48.8394, 2.3827 | Paris Bercy gare; gare de Paris Bercy; Gare de Bercy Bourgogne; Gare de Paris Bercy Bourgogne Pays d'Auvergne
Gare de Massy TGV | 48.7259, 2.2612 | Massy TGV; gare TGV de Massy; gare TGV Massy; Massy gare; gare de Massy; gare de Massy Palaiseau; Massy Palaiseau gare; gare Massy Palaiseau
Gare de Marne-la-Vallée – Chessy | 48.8704, 2.7826 | Marne-la-Vallée Chessy; Marne-la-Vallée TGV; gare TGV Marne-la-Vallée; gare de Marne-la-Vallée; gare de Chessy; Chessy TGV; gare TGV Chessy; Gare Disneyland; gare de Disneyland; Gare TGV Disneyland; Disneyland TGV; Disneyland station; gare Disney; Marne la Vallée Chessy TGV; Gare TGV de Marne la Vallée Chessy; gare Chessy Disney
Gare Aéroport Charles-de-Gaulle 2 TGV | 49.0041, 2.5711 | CDG TGV; gare CDG TGV; gare TGV CDG; gare TGV Roissy; Roissy TGV; gare de Roissy TGV; gare TGV aéroport CDG; gare TGV aéroport Charles de Gaulle; CDG 2 TGV; Aéroport CDG TGV; gare aéroport CDG 2 TGV; gare CDG; gare de Roissy; gare SNCF CDG; gare SNCF Roissy
Gare de Versailles-Chantiers | 48.7959, 2.1353 | Versailles Chantiers; gare de Versailles; Versailles gare
Gare de Versailles Château – Rive Gauche | 48.8000, 2.1290 | Versailles Rive Gauche; Versailles Château Rive Gauche; gare Versailles Rive Gauche; Gare de Versailles Château
Gare de Juvisy | 48.6897, 2.3837 | Juvisy gare; gare de Juvisy sur Orge
Gare de Melun | 48.5274, 2.6550 | Melun gare
Gare de Mantes-la-Jolie | 48.9897, 1.7030 | Mantes-la-Jolie gare; gare de Mantes
Gare de Saint-Denis | 48.9346, 2.3459 | Saint-Denis gare; gare SNCF de Saint-Denis
Gare de Val d'Europe | 48.8554, 2.7740 | Val d'Europe RER; gare Val d'Europe; gare de Serris
Gare de La Défense | 48.8919, 2.2377 | gare La Défense; La Défense gare; La Défense RER; RER La Défense; métro La Défense; La Défense station
`,
);

export const MAIN_STATIONS = knownPlaces(
  'station',
  `
Gare de Lyon-Part-Dieu | 45.7605, 4.8595 | Lyon Part-Dieu; Part-Dieu; La Part-Dieu; gare Part-Dieu; gare de la Part-Dieu; gare Lyon Part-Dieu; Lyon gare; Part-Dieu Lyon; gare SNCF Lyon; Lyon Gare Part-Dieu; Lyon train station
Gare de Lyon-Perrache | 45.7488, 4.8258 | Lyon Perrache; gare de Perrache; Perrache; gare Perrache
Gare de Lyon-Saint-Exupéry TGV | 45.7211, 5.0757 | Lyon Saint-Exupéry TGV; gare Saint-Exupéry TGV; gare TGV Saint-Exupéry; gare TGV aéroport Lyon; gare de Saint-Exupéry
Gare de Marseille-Saint-Charles | 43.3029, 5.3806 | Marseille Saint-Charles; gare Saint-Charles; ?Saint-Charles; gare de Marseille; Marseille gare; Marseille St Charles TGV; Marseille train station
Gare de Lille-Europe | 50.6389, 3.0757 | Lille Europe; Lille Eurostar; gare TGV de Lille
Gare de Lille-Flandres | 50.6366, 3.0707 | Lille Flandres; gare de Lille; Lille gare
Gare de Bordeaux-Saint-Jean | 44.8257, -0.5562 | Bordeaux Saint-Jean; gare Saint-Jean; gare de Bordeaux; ?Saint-Jean; Bordeaux gare; gare St Jean de Bordeaux; Bordeaux train station
Gare de Toulouse-Matabiau | 43.6112, 1.4537 | Toulouse Matabiau; Matabiau; gare Matabiau; gare de Toulouse; Toulouse gare
Gare de Nantes | 47.2173, -1.5417 | Nantes gare; gare de Nantes nord; gare de Nantes sud
Gare de Rennes | 48.1034, -1.6724 | Rennes gare; gare TGV de Rennes
Gare de Strasbourg-Ville | 48.5850, 7.7345 | gare de Strasbourg; Strasbourg gare; Strasbourg gare centrale; gare centrale de Strasbourg
Gare de Montpellier-Saint-Roch | 43.6046, 3.8806 | Montpellier Saint-Roch; gare Saint-Roch; gare de Montpellier; Montpellier gare
Gare de Montpellier-Sud-de-France | 43.5952, 3.9240 | Montpellier Sud de France; gare Sud de France; Montpellier TGV; gare TGV de Montpellier
Gare de Nice-Ville | 43.7046, 7.2619 | Nice Ville; gare de Nice; Nice gare; gare Thiers Nice; Nice train station
Gare de Nice-Saint-Augustin | 43.6706, 7.2160 | Nice Saint-Augustin
Gare de Nice-Riquier | 43.7058, 7.2905 | Nice Riquier
Gare de Cannes | 43.5538, 7.0196 | Cannes gare; Cannes train station
Gare d'Antibes | 43.5862, 7.1196 | Antibes gare
Gare de Monaco – Monte-Carlo | 43.7385, 7.4194 | gare de Monaco; Monaco gare; gare de Monte-Carlo; Monaco train station
Gare de Menton | 43.7747, 7.4934 | Menton gare
Gare de Toulon | 43.1283, 5.9292 | Toulon gare
Gare de Saint-Raphaël-Valescure | 43.4238, 6.7688 | gare de Saint-Raphaël; Saint-Raphaël gare; Saint-Raphaël Valescure
Gare des Arcs-Draguignan | 43.4560, 6.4830 | Les Arcs Draguignan; gare des Arcs; gare de Draguignan
Gare d'Aix-en-Provence TGV | 43.4552, 5.3173 | Aix-en-Provence TGV; Aix TGV; gare TGV d'Aix-en-Provence; gare Aix TGV; gare TGV Aix; gare TGV d'Aix; gare d'Aix TGV; gare de l'Arbois
Gare d'Aix-en-Provence Centre | 43.5230, 5.4450 | gare d'Aix-en-Provence; Aix-en-Provence gare; gare d'Aix centre; Aix-en-Provence centre gare
Gare d'Avignon TGV | 43.9217, 4.7861 | Avignon TGV; gare TGV d'Avignon; gare TGV Avignon
Gare d'Avignon Centre | 43.9420, 4.8050 | gare d'Avignon; Avignon gare; Avignon centre gare
Gare de Nîmes Centre | 43.8325, 4.3662 | gare de Nîmes; Nîmes gare; Nîmes centre gare
Gare de Nîmes-Pont-du-Gard | 43.8230, 4.4850 | Nîmes Pont du Gard; gare TGV de Nîmes; Nîmes TGV; gare TGV Nîmes Pont du Gard
Gare de Valence TGV | 44.9915, 4.9787 | Valence TGV; gare TGV de Valence; Valence TGV Rhône-Alpes Sud; Valence TGV Auvergne Rhône-Alpes; gare TGV Valence
Gare de Valence-Ville | 44.9280, 4.8935 | gare de Valence; Valence gare; Valence Ville
Gare de Grenoble | 45.1915, 5.7145 | Grenoble gare
Gare de Chambéry – Challes-les-Eaux | 45.5713, 5.9196 | gare de Chambéry; Chambéry gare
Gare d'Annecy | 45.9020, 6.1217 | Annecy gare
Gare d'Aix-les-Bains – Le Revard | 45.6885, 5.9093 | gare d'Aix-les-Bains; Aix-les-Bains gare
Gare d'Annemasse | 46.1995, 6.2365 | Annemasse gare
Gare de Bellegarde-sur-Valserine | 46.1103, 5.8253 | gare de Bellegarde; Bellegarde gare
Gare de Moûtiers – Salins – Brides-les-Bains | 45.4863, 6.5307 | gare de Moûtiers; Moûtiers gare; gare TGV de Moûtiers
Gare de Bourg-Saint-Maurice | 45.6180, 6.7715 | Bourg-Saint-Maurice gare; gare TGV de Bourg-Saint-Maurice
Gare d'Albertville | 45.6735, 6.3830 | Albertville gare
Gare de Saint-Gervais-les-Bains – Le Fayet | 45.9063, 6.7013 | gare de Saint-Gervais; gare du Fayet; gare Saint-Gervais Le Fayet; Saint-Gervais Le Fayet; gare de Saint-Gervais-les-Bains
Gare de Modane | 45.1936, 6.6585 | Modane gare
Gare de Dijon-Ville | 47.3234, 5.0273 | gare de Dijon; Dijon gare; Dijon Ville
Gare de Besançon-Viotte | 47.2472, 6.0219 | gare de Besançon; Besançon gare; Besançon Viotte; gare Viotte
Gare de Besançon Franche-Comté TGV | 47.3077, 5.9547 | Besançon TGV; Besançon Franche-Comté TGV; gare TGV de Besançon; gare Franche-Comté TGV
Gare de Belfort-Montbéliard TGV | 47.5866, 6.8993 | Belfort Montbéliard TGV; gare TGV Belfort; gare TGV de Belfort; Belfort TGV; gare TGV de Montbéliard
Gare de Mulhouse-Ville | 47.7418, 7.3428 | gare de Mulhouse; Mulhouse gare; Mulhouse Ville
Gare de Colmar | 48.0728, 7.3470 | Colmar gare
Gare de Metz-Ville | 49.1097, 6.1772 | gare de Metz; Metz gare; Metz Ville
Gare de Nancy-Ville | 48.6898, 6.1745 | gare de Nancy; Nancy gare; Nancy Ville
Gare de Lorraine TGV | 48.9476, 6.1698 | Lorraine TGV; gare Lorraine TGV; gare TGV Lorraine; gare de Louvigny TGV
Gare de Reims | 49.2592, 4.0242 | Reims gare; Reims centre gare
Gare de Champagne-Ardenne TGV | 49.2146, 3.9940 | Champagne-Ardenne TGV; gare TGV de Reims; Reims TGV; gare TGV Champagne-Ardenne; Bezannes TGV; gare de Bezannes
Gare de Troyes | 48.2960, 4.0650 | Troyes gare
Gare de Tours | 47.3899, 0.6934 | Tours gare; Tours centre gare
Gare de Saint-Pierre-des-Corps | 47.3862, 0.7236 | Saint-Pierre-des-Corps gare; gare TGV de Tours; Saint-Pierre-des-Corps TGV; Tours TGV
Gare d'Orléans | 47.9079, 1.9044 | Orléans gare; Orléans centre gare
Gare des Aubrais-Orléans | 47.9268, 1.9066 | Les Aubrais; gare des Aubrais; gare Les Aubrais; Les Aubrais gare; Orléans Les Aubrais; gare de Fleury-les-Aubrais
Gare de Vendôme-Villiers-sur-Loir TGV | 47.8217, 1.0206 | Vendôme TGV; gare TGV de Vendôme
Gare du Mans | 47.9954, 0.1923 | gare le Mans; Le Mans gare; gare TGV du Mans
Gare d'Angers-Saint-Laud | 47.4644, -0.5569 | gare d'Angers; Angers gare; Angers Saint-Laud; gare Saint-Laud
Gare de Laval | 48.0763, -0.7606 | Laval gare
Gare de Brest | 48.3880, -4.4800 | Brest gare
Gare de Quimper | 47.9946, -4.0923 | Quimper gare
Gare de Lorient-Bretagne-Sud | 47.7551, -3.3660 | gare de Lorient; Lorient gare
Gare de Vannes | 47.6649, -2.7525 | Vannes gare
Gare d'Auray | 47.6803, -2.9997 | Auray gare
Gare de Saint-Brieuc | 48.5072, -2.7651 | Saint-Brieuc gare
Gare de Guingamp | 48.5553, -3.1440 | Guingamp gare
Gare de Saint-Malo | 48.6469, -2.0040 | Saint-Malo gare
Gare de La Baule-Escoublac | 47.2887, -2.3890 | gare de La Baule; La Baule gare
Gare de Saint-Nazaire | 47.2865, -2.2118 | Saint-Nazaire gare
Gare de La Rochelle-Ville | 46.1527, -1.1453 | gare de La Rochelle; La Rochelle gare; La Rochelle Ville
Gare de Poitiers | 46.5823, 0.3335 | Poitiers gare
Gare du Futuroscope | 46.6713, 0.3795 | gare Futuroscope; Futuroscope TGV; gare TGV du Futuroscope
Gare de Niort | 46.3190, -0.4533 | Niort gare
Gare d'Angoulême | 45.6537, 0.1650 | Angoulême gare
Gare de Limoges-Bénédictins | 45.8362, 1.2673 | gare de Limoges; Limoges gare; Limoges Bénédictins; gare des Bénédictins
Gare de Clermont-Ferrand | 45.7788, 3.1007 | Clermont-Ferrand gare; gare de Clermont
Gare de Saint-Étienne-Châteaucreux | 45.4433, 4.3997 | gare de Saint-Étienne; Saint-Étienne gare; Châteaucreux; Saint-Étienne Châteaucreux; gare de Châteaucreux
Gare de Mâcon-Loché TGV | 46.2830, 4.7778 | Mâcon Loché TGV; Mâcon TGV; gare TGV de Mâcon; Mâcon Loché; gare de Mâcon Loché
Gare de Mâcon-Ville | 46.3024, 4.8253 | gare de Mâcon; Mâcon gare; Mâcon Ville
Gare du Creusot-Montceau-Montchanin TGV | 46.7653, 4.5000 | Le Creusot TGV; gare TGV du Creusot; Le Creusot Montceau TGV; Creusot TGV
Gare de Chalon-sur-Saône | 46.7816, 4.8430 | Chalon-sur-Saône gare
Gare de Bourg-en-Bresse | 46.2000, 5.2148 | Bourg-en-Bresse gare
Gare de Perpignan | 42.6961, 2.8793 | Perpignan gare
Gare de Narbonne | 43.1904, 3.0063 | Narbonne gare
Gare de Béziers | 43.3362, 3.2188 | Béziers gare
Gare de Sète | 43.4127, 3.6966 | Sète gare
Gare d'Agde | 43.3172, 3.4660 | Agde gare
Gare de Carcassonne | 43.2182, 2.3515 | Carcassonne gare
Gare d'Agen | 44.2083, 0.6210 | Agen gare
Gare de Montauban-Ville-Bourbon | 44.0145, 1.3413 | gare de Montauban; Montauban gare
Gare de Libourne | 44.9155, -0.2360 | Libourne gare
Gare d'Arcachon | 44.6590, -1.1655 | Arcachon gare
Gare de Pau | 43.2914, -0.3697 | Pau gare
Gare de Tarbes | 43.2404, 0.0695 | Tarbes gare
Gare de Lourdes | 43.1005, -0.0420 | Lourdes gare
Gare de Bayonne | 43.4968, -1.4702 | Bayonne gare
Gare de Biarritz | 43.4593, -1.5457 | Biarritz gare; gare de Biarritz la Négresse
Gare de Saint-Jean-de-Luz – Ciboure | 43.3863, -1.6610 | gare de Saint-Jean-de-Luz; Saint-Jean-de-Luz gare
Gare d'Hendaye | 43.3531, -1.7817 | Hendaye gare
Gare de Dax | 43.7203, -1.0502 | Dax gare
Gare de Rouen-Rive-Droite | 49.4490, 1.0942 | gare de Rouen; Rouen gare; Rouen Rive Droite
Gare du Havre | 49.4926, 0.1253 | gare Le Havre; Le Havre gare
Gare de Trouville-Deauville | 49.3594, 0.0840 | gare de Deauville; Deauville gare; gare de Trouville; gare Deauville Trouville
Gare de Caen | 49.1764, -0.3487 | Caen gare
Gare de Cherbourg | 49.6333, -1.6215 | Cherbourg gare
Gare d'Amiens | 49.8906, 2.3081 | Amiens gare
Gare TGV Haute-Picardie | 49.8589, 2.8318 | TGV Haute-Picardie; Haute-Picardie TGV; gare Haute-Picardie; gare TGV d'Ablaincourt
Gare d'Arras | 50.2868, 2.7817 | Arras gare
Gare de Lens | 50.4273, 2.8283 | Lens gare
Gare de Douai | 50.3714, 3.0900 | Douai gare
Gare de Valenciennes | 50.3630, 3.5170 | Valenciennes gare
Gare de Dunkerque | 51.0303, 2.3685 | Dunkerque gare
Gare de Calais-Ville | 50.9530, 1.8500 | gare de Calais; Calais gare; Calais Ville
Gare de Calais-Fréthun | 50.9013, 1.8112 | Calais Fréthun; gare de Fréthun; gare TGV de Calais; Calais TGV; Calais Eurostar
Gare de Boulogne-Ville | 50.7128, 1.6120 | gare de Boulogne-sur-Mer; Boulogne-sur-Mer gare
`,
);

export const FOREIGN_STATIONS = knownPlaces(
  'station',
  `
Gare de Bruxelles-Midi | 50.8357, 4.3363 | Bruxelles-Midi; gare du Midi; gare du Midi Bruxelles; Brussels Midi; Brussels South station; Bruxelles Midi Eurostar; Brussel Zuid; Brussels Midi station; gare de Bruxelles; Bruxelles gare du Midi; Bruxelles gare; Brussels train station
Gare de Bruxelles-Central | 50.8455, 4.3571 | Bruxelles-Central; Bruxelles Centrale; gare centrale de Bruxelles; Brussels Central; Brussels Central station; Brussel Centraal; Bruxelles gare centrale
Gare de Bruxelles-Nord | 50.8605, 4.3610 | Bruxelles-Nord; Brussels North; Brussel Noord; Bruxelles gare du Nord; ?gare du Nord; Brussels North station
Gare de Liège-Guillemins | 50.6244, 5.5667 | Liège Guillemins; gare des Guillemins; gare de Liège; Liège gare
Gare d'Anvers-Central | 51.2172, 4.4211 | Anvers Central; Antwerpen Centraal; Antwerp Central; gare d'Anvers
Gare d'Amsterdam-Central | 52.3791, 4.8994 | Amsterdam Centraal; Amsterdam Central; Amsterdam Centraal Station; gare d'Amsterdam
Gare de Luxembourg | 49.6000, 6.1342 | Luxembourg gare; gare centrale de Luxembourg; ?gare centrale; Luxembourg train station
Gare de Genève-Cornavin | 46.2102, 6.1424 | Genève Cornavin; gare Cornavin; Cornavin; gare de Genève; Geneva train station; Genève gare; Geneva Cornavin; gare de Cornavin
Gare de Lausanne | 46.5168, 6.6291 | Lausanne gare
Gare de Bâle CFF | 47.5476, 7.5896 | Bâle CFF; Basel SBB; gare de Bâle; Bâle gare; Basel SBB station; Basel Bahnhof
Gare de Zurich HB | 47.3779, 8.5403 | Zürich HB; Zurich HB; gare de Zurich; Zürich Hauptbahnhof; Zurich main station
Londres St Pancras International | 51.5315, -0.1263 | St Pancras; London St Pancras; St Pancras International; gare de Londres; Londres St Pancras; St Pancras station; London St Pancras International; London Eurostar
Gare de Turin-Porta Susa | 45.0720, 7.6650 | Torino Porta Susa; Turin Porta Susa; gare de Turin; Porta Susa
Gare de Milan-Centrale | 45.4863, 9.2046 | Milano Centrale; Milan Centrale; gare centrale de Milan; gare de Milan; Milan Central station; Milan gare centrale
Gare de Vintimille | 43.7924, 7.6085 | gare de Ventimiglia; stazione di Ventimiglia; Vintimille gare
Gare de Barcelone-Sants | 41.3791, 2.1401 | Barcelona Sants; Barcelone Sants; gare de Barcelone; Estació de Sants; Barcelona Sants station; Sants
Gare de Figueras-Vilafant | 42.2645, 2.9430 | Figueres Vilafant; Figueras Vilafant; gare de Figueras; gare de Figueres
Gare d'Irun | 43.3385, -1.8010 | Irun gare; estacion de Irun
Gare de Francfort (Hauptbahnhof) | 50.1070, 8.6637 | Frankfurt Hauptbahnhof; Frankfurt Hbf; gare de Francfort; Frankfurt main station
Gare de Cologne (Hauptbahnhof) | 50.9430, 6.9587 | Köln Hauptbahnhof; Köln Hbf; gare de Cologne; Cologne Hbf
Gare de Karlsruhe (Hauptbahnhof) | 48.9940, 8.4010 | Karlsruhe Hbf; gare de Karlsruhe; Karlsruhe Hauptbahnhof
Gare de Sarrebruck (Hauptbahnhof) | 49.2411, 6.9910 | Saarbrücken Hbf; gare de Sarrebruck; Saarbrücken Hauptbahnhof
Gare de Fribourg-en-Brisgau (Hauptbahnhof) | 47.9975, 7.8415 | Freiburg Hbf; Freiburg Hauptbahnhof; gare de Fribourg-en-Brisgau
Gare d'Offenbourg | 48.4768, 7.9465 | Offenburg Bahnhof; gare d'Offenburg
Gare de Kehl | 48.5766, 7.8090 | Kehl Bahnhof
`,
);
