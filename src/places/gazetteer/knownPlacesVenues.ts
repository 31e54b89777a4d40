import { knownPlaces } from './knownPlace.ts';

export const VENUES = knownPlaces(
  'place',
  `
Eurexpo Lyon, Chassieu | 45.7306, 4.9530 | Eurexpo; Eurexpo Lyon; Lyon Eurexpo; parc des expositions de Lyon; Parc des expositions Eurexpo; parc expo Lyon
Centre de congrès de Lyon, Cité internationale | 45.7850, 4.8545 | ?Cité internationale; Centre de congrès de Lyon; Lyon Cité Internationale; palais des congrès de Lyon; ?centre de congrès; ?centre des congrès
Groupama Stadium, Décines | 45.7653, 4.9822 | Groupama Stadium; Parc OL; stade de Lyon; Grand Stade de Lyon; OL Stadium; stade de l'OL; Groupama Stadium Lyon
LDLC Arena, Décines | 45.7680, 4.9830 | LDLC Arena
Halle Tony-Garnier, Lyon | 45.7310, 4.8260 |
Place Bellecour, Lyon | 45.7578, 4.8320 | Bellecour
Vieux Lyon | 45.7620, 4.8270 | Vieux-Lyon; Saint-Jean Vieux Lyon; cathédrale Saint-Jean Lyon
Basilique de Fourvière, Lyon | 45.7623, 4.8226 | Fourvière; Notre-Dame de Fourvière
Lyon Confluence | 45.7405, 4.8180 | Confluence Lyon; Musée des Confluences; centre commercial Confluence; La Confluence Lyon
InterContinental Lyon – Hôtel-Dieu | 45.7590, 4.8365 | InterContinental Lyon; Grand Hôtel-Dieu Lyon; Intercontinental Lyon Hotel Dieu
Hôpital Édouard-Herriot, Lyon | 45.7440, 4.8810 | Édouard Herriot Lyon; Hôpital Édouard Herriot
Orange Vélodrome, Marseille | 43.2699, 5.3959 | Stade Vélodrome; Vélodrome Marseille; Orange Vélodrome; stade Vélodrome Marseille
Parc Chanot, Marseille | 43.2715, 5.3925 | Parc Chanot; Marseille Chanot; parc des expositions de Marseille; palais des congrès de Marseille
Vieux-Port de Marseille | 43.2951, 5.3743 | Vieux-Port; Marseille Vieux-Port; Old Port of Marseille; le Vieux Port de Marseille
Mucem, Marseille | 43.2967, 5.3610 | MuCEM; Fort Saint-Jean Marseille
Notre-Dame de la Garde, Marseille | 43.2840, 5.3712 | La Bonne Mère; basilique Notre-Dame de la Garde
Hôpital de la Timone, Marseille | 43.2900, 5.4020 | La Timone; CHU Timone; Hôpital Timone
InterContinental Marseille – Hôtel-Dieu | 43.2985, 5.3700 | InterContinental Marseille; Intercontinental Marseille Hotel Dieu
Pont du Gard | 43.9475, 4.5350 |
Circuit Paul-Ricard, Le Castellet | 43.2506, 5.7917 | Circuit Paul Ricard; Circuit du Castellet; Paul Ricard; circuit Castellet
Acropolis, Nice | 43.7090, 7.2810 | Palais des congrès Acropolis; Nice Acropolis; palais des congrès de Nice; Acropolis Nice
Allianz Riviera, Nice | 43.7050, 7.1926 | Stade Allianz Riviera; stade de Nice; Allianz Riviera
Hôtel Negresco, Nice | 43.6946, 7.2580 | Le Negresco; Negresco; Hôtel Le Negresco
Promenade des Anglais, Nice | 43.6945, 7.2560 | Prom des Anglais; promenade des Anglais Nice
Vieux-Nice | 43.6970, 7.2760 | Vieux Nice; cours Saleya; Nice Vieille Ville; Old Town Nice
Place Masséna, Nice | 43.6974, 7.2703 | ?Masséna
Port de Nice | 43.6955, 7.2850 | Port Lympia; Nice port; Nice Cruise Port; terminal croisière Nice
Palais des Festivals, Cannes | 43.5510, 7.0175 | Palais des festivals et des congrès; Palais des Festivals et des Congrès de Cannes; Cannes Palais des Festivals; Palais des Festivals Cannes; Port de Cannes; Cannes Cruise Port
La Croisette, Cannes | 43.5490, 7.0270 | Croisette; boulevard de la Croisette; bd de la Croisette; Croisette Cannes; la Croisette Cannes
Hôtel Carlton, Cannes | 43.5497, 7.0270 | Carlton Cannes; InterContinental Carlton; ?Carlton; Hôtel Carlton Cannes; Le Carlton Cannes
Hôtel Martinez, Cannes | 43.5480, 7.0310 | Martinez Cannes; ?Martinez; Hôtel Martinez Cannes; Le Martinez
Hôtel Majestic, Cannes | 43.5510, 7.0200 | Majestic Cannes; Hôtel Majestic Barrière; Le Majestic Cannes; Majestic Barrière Cannes
Hôtel du Cap-Eden-Roc, Antibes | 43.5500, 7.1230 | Hôtel du Cap; Eden-Roc; Hotel du Cap Eden Roc; Cap Eden Roc
Cap d'Antibes | 43.5540, 7.1290 |
Juan-les-Pins | 43.5680, 7.1110 | Juan les Pins Antibes
Port Vauban, Antibes | 43.5870, 7.1290 | Port Vauban; port d'Antibes; Antibes port
Sophia Antipolis | 43.6160, 7.0550 | Sophia-Antipolis; technopole Sophia Antipolis; Sophia Antipolis Valbonne
Marineland, Antibes | 43.6140, 7.1250 |
Polygone Riviera, Cagnes-sur-Mer | 43.6660, 7.1380 | Polygone Riviera
Cap 3000, Saint-Laurent-du-Var | 43.6580, 7.1950 | Cap 3000; centre commercial Cap 3000
Grand-Hôtel du Cap-Ferrat | 43.6770, 7.3330 | Grand Hôtel du Cap Ferrat; Four Seasons Cap Ferrat; Cap Ferrat Grand Hotel
Port de Saint-Tropez | 43.2727, 6.6385 | Saint-Tropez port; vieux port de Saint-Tropez; ?place des Lices; ?vieux port
Plage de Pampelonne, Ramatuelle | 43.2330, 6.6620 | Pampelonne; Club 55; plage de Pampelonne; Nikki Beach Saint-Tropez
Port-Grimaud | 43.2740, 6.5790 | Port Grimaud
Stade Pierre-Mauroy, Villeneuve-d'Ascq | 50.6119, 3.1305 | Stade Pierre Mauroy; Decathlon Arena; Grand Stade de Lille; stade de Lille; Decathlon Arena Lille
Lille Grand Palais | 50.6325, 3.0770 | Grand Palais Lille; Zénith de Lille; Lille Grand Palais Zénith; palais des congrès de Lille
Euralille | 50.6375, 3.0740 | centre commercial Euralille
Grand-Place de Lille | 50.6367, 3.0634 | Grand Place Lille; place du Général de Gaulle Lille; Grand Place de Lille; Vieux-Lille; Vieux Lille
CHU de Lille | 50.6110, 3.0340 | CHRU Lille; Hôpital Claude Huriez; CHR Lille; CHU Lille Huriez
Matmut Atlantique, Bordeaux | 44.8974, -0.5614 | Stade Matmut Atlantique; Matmut Atlantique; stade de Bordeaux; Nouveau Stade de Bordeaux
Parc des expositions de Bordeaux | 44.8900, -0.5650 | Bordeaux Lac parc des expositions; Palais des congrès de Bordeaux; Bordeaux parc des expositions; parc expo Bordeaux; Bordeaux Lac; Palais 2 l'Atlantique
Arkéa Arena, Floirac | 44.8376, -0.5350 | Arkea Arena; Arena Bordeaux; Arkéa Arena Bordeaux
Place de la Bourse (Bordeaux) | 44.8414, -0.5697 | ?place de la Bourse; Bordeaux place de la Bourse; miroir d'eau Bordeaux; miroir d'eau
La Cité du Vin, Bordeaux | 44.8625, -0.5505 | Cité du Vin; Cite du Vin Bordeaux
Grand Hôtel de Bordeaux | 44.8425, -0.5745 | InterContinental Bordeaux; Grand Hotel Bordeaux; Intercontinental Bordeaux le Grand Hotel
CHU de Bordeaux Pellegrin | 44.8290, -0.6060 | Hôpital Pellegrin; CHU Pellegrin; Pellegrin Bordeaux
MEETT, Toulouse | 43.6640, 1.3570 | MEETT; parc des expositions de Toulouse; MEETT Aussonne; Toulouse parc des expositions
Stadium de Toulouse | 43.5833, 1.4340 | Stadium Toulouse; Stadium municipal de Toulouse
Stade Ernest-Wallon, Toulouse | 43.6210, 1.4160 | Ernest Wallon; Stade Toulousain
Place du Capitole, Toulouse | 43.6045, 1.4440 | ?Capitole; ?Le Capitole; Capitole de Toulouse
Zénith de Toulouse | 43.5970, 1.4100 | Zénith Toulouse; Zenith Toulouse Metropole
Airbus, Blagnac | 43.6200, 1.3660 | Airbus Toulouse; Airbus Blagnac; siège Airbus; Airbus Saint-Martin; Airbus headquarters
Centre de congrès Pierre-Baudis, Toulouse | 43.6110, 1.4340 | Centre de congrès Pierre Baudis; palais des congrès de Toulouse
CHU de Purpan, Toulouse | 43.6110, 1.3990 | Hôpital Purpan; CHU Purpan; Purpan; CHU Toulouse Purpan
La Cité des congrès, Nantes | 47.2133, -1.5445 | Cité des congrès de Nantes; Cité des congrès Nantes; Cité internationale des congrès Nantes; palais des congrès de Nantes
Exponantes, La Beaujoire | 47.2560, -1.5270 | La Beaujoire; stade de la Beaujoire; Exponantes; parc des expositions de la Beaujoire; parc des expositions de Nantes; Stade de la Beaujoire Nantes; Beaujoire
Les Machines de l'île, Nantes | 47.2060, -1.5640 | Machines de l'île; Machines de l'Ile Nantes
Parc des expositions de Strasbourg | 48.5970, 7.7540 | Parc Expo Strasbourg; Strasbourg parc des expositions; Wacken Strasbourg; Palais de la musique et des congrès; Palais des congrès de Strasbourg; PMC Strasbourg; Strasbourg Convention Centre
Parlement européen, Strasbourg | 48.5975, 7.7690 | Parlement européen; European Parliament Strasbourg; Conseil de l'Europe; Council of Europe; Parlement europeen Strasbourg; Cour européenne des droits de l'homme
Cathédrale de Strasbourg | 48.5818, 7.7510 | Strasbourg Cathedral; cathédrale Notre-Dame de Strasbourg; place de la Cathédrale Strasbourg
Stade de la Meinau, Strasbourg | 48.5600, 7.7550 | La Meinau; Stade de la Meinau; ?Meinau
Europa-Park, Rust | 48.2660, 7.7220 | Europa Park; Europapark; Europa Park Rust; Europa-Park Allemagne
Sud de France Arena, Pérols | 43.5730, 3.9480 | Sud de France Arena; parc des expositions de Montpellier; Parc Expo Montpellier; Arena Montpellier
Le Corum, Montpellier | 43.6140, 3.8820 | Corum Montpellier; Le Corum; palais des congrès de Montpellier; Corum
Place de la Comédie, Montpellier | 43.6085, 3.8797 | ?Comédie; Montpellier Comédie
Stade de la Mosson, Montpellier | 43.6222, 3.8120 | La Mosson; Stade de la Mosson
Alpexpo, Grenoble | 45.1580, 5.7340 | Alpexpo; Alpexpo Grenoble
Stade des Alpes, Grenoble | 45.1874, 5.7400 | Stade des Alpes; World Trade Center Grenoble
Stade Geoffroy-Guichard, Saint-Étienne | 45.4608, 4.3903 | Geoffroy Guichard; Stade Geoffroy Guichard
Roazhon Park, Rennes | 48.1075, -1.7128 | Roazhon Park; stade de Rennes; stade Rennais
Couvent des Jacobins, Rennes | 48.1145, -1.6820 | Couvent des Jacobins; centre des congrès de Rennes
Parc des expositions de Rennes | 48.0420, -1.7350 | Rennes parc expo; Parc Expo Rennes; parc expo Rennes aéroport; MusikHall Rennes
Circuit des 24 Heures, Le Mans | 47.9550, 0.2075 | 24 Heures du Mans; Circuit de la Sarthe; Circuit des 24 Heures; Le Mans Circuit; circuit du Mans; Circuit Bugatti; Circuit 24h Le Mans; 24h du Mans; Le Mans 24h
Circuit de Nevers Magny-Cours | 46.8642, 3.1636 | Magny-Cours circuit; Circuit de Magny-Cours; Magny Cours
Futuroscope, Chasseneuil-du-Poitou | 46.6690, 0.3690 | Futuroscope; Parc du Futuroscope; Futuroscope Poitiers; palais des congrès du Futuroscope
Puy du Fou | 46.8900, -0.9260 | Le Puy du Fou; parc du Puy du Fou; Puy du Fou Les Épesses
Mont-Saint-Michel | 48.6361, -1.5115 | Le Mont-Saint-Michel; Mont St Michel; Mont Saint Michel Abbey; abbaye du Mont-Saint-Michel
Plages du débarquement, Omaha Beach | 49.3600, -0.8500 | Omaha Beach; cimetière américain de Colleville; Normandy American Cemetery; plages du débarquement; D-Day Beaches; American Cemetery Normandy
Mémorial de Caen | 49.1975, -0.3840 | Memorial de Caen; Caen Memorial
Hôtel Normandy, Deauville | 49.3600, 0.0700 | Normandy Deauville; Normandy Barrière; Hôtel Normandy; Hôtel Royal Deauville; Royal Barrière Deauville
Centre international de Deauville | 49.3610, 0.0680 | CID Deauville; Casino de Deauville; planches de Deauville
Vieux Bassin (Honfleur) | 49.4203, 0.2325 | ?Vieux Bassin; ?vieux port
Château de Chambord | 47.6161, 1.5170 | Chambord Castle
Château de Chenonceau | 47.3249, 1.0703 | Chenonceau Castle; Chenonceau
Château d'Amboise | 47.4132, 0.9857 | Clos Lucé
ZooParc de Beauval, Saint-Aignan | 47.2480, 1.3530 | Zoo de Beauval; Beauval; ZooParc de Beauval; zoo Beauval
Cité médiévale de Carcassonne | 43.2060, 2.3640 | Cité de Carcassonne; Carcassonne Cité
Palais des Papes, Avignon | 43.9508, 4.8075 | Palais des Papes; Pont d'Avignon; centre de congrès du Palais des Papes
Sanctuaire Notre-Dame de Lourdes | 43.0975, -0.0570 | Sanctuaire de Lourdes; Grotte de Lourdes; Lourdes Sanctuary; grotte de Massabielle
Hôtel du Palais, Biarritz | 43.4867, -1.5560 | Hôtel du Palais; Hotel du Palais Biarritz
Casino de Biarritz | 43.4840, -1.5590 | Grande Plage Biarritz; Bellevue Biarritz
Dune du Pilat | 44.5895, -1.2130 | Dune du Pyla; Dune du Pilat Arcachon
Île de Ré | 46.2020, -1.3680 | Ile de Re; Saint-Martin-de-Ré port
Île d'Oléron | 45.9400, -1.3000 | Oléron
Île de Noirmoutier | 46.9990, -2.2500 | Noirmoutier
Hossegor | 43.6640, -1.3970 | Soorts-Hossegor; Capbreton Hossegor
Grotte de Lascaux | 45.0540, 1.1690 | Lascaux; Lascaux IV; Lascaux 4; grottes de Lascaux
Rocamadour | 44.7994, 1.6178 |
Conques | 44.5990, 2.3970 | Conques en Rouergue
Vézelay | 47.4660, 3.7480 | basilique de Vézelay
Giverny | 49.0767, 1.5333 |
Les Baux-de-Provence | 43.7440, 4.7950 | Baux de Provence; Carrières des Lumières
Croix-Rousse (Lyon) | 45.7745, 4.8320 | ?Croix-Rousse; ?La Croix-Rousse
Gerland (Lyon) | 45.7280, 4.8330 | Gerland; stade de Gerland; Lyon Gerland
Les Milles (Aix-en-Provence) | 43.5030, 5.3830 | Les Milles; zone des Milles; Aix les Milles
Plan-de-Campagne | 43.4190, 5.3590 | centre commercial Plan de Campagne
L'Estaque (Marseille) | 43.3610, 5.3140 | L'Estaque
Cap Ferret | 44.6370, -1.2480 | Lège Cap Ferret pointe; le Cap Ferret; Cap-Ferret
Saint-Émilion Grand Barrail | 44.8950, -0.1870 | Grand Barrail
Les Sources de Caudalie, Martillac | 44.7280, -0.5560 | Sources de Caudalie; Smith Haut Lafitte; Château Smith Haut Lafitte
Polydome, Clermont-Ferrand | 45.7880, 3.1000 | Polydome
Stade Marcel-Michelin, Clermont-Ferrand | 45.7915, 3.1065 | Marcel Michelin; Stade Marcel Michelin; Michelin Ladoux; siège Michelin
Zénith d'Auvergne, Cournon | 45.7390, 3.1930 | Grande Halle d'Auvergne; Zénith d'Auvergne
Vulcania | 45.8140, 2.9400 | Parc Vulcania
Stade Auguste-Delaune, Reims | 49.2467, 4.0250 | Auguste Delaune
Cathédrale de Reims | 49.2539, 4.0340 | Reims Cathedral; cathédrale Notre-Dame de Reims
Centre des congrès de Reims | 49.2560, 4.0210 | Reims centre des congrès; palais des congrès de Reims
Avenue de Champagne (Épernay) | 49.0430, 3.9620 | Moët et Chandon; Moët & Chandon; ?avenue de Champagne; Moet Chandon Epernay
Domaine Les Crayères, Reims | 49.2370, 4.0500 | Les Crayères; Domaine Les Crayères
Stade Saint-Symphorien, Metz | 49.1098, 6.1593 | Saint-Symphorien Metz; Stade Saint Symphorien
Centre Pompidou-Metz | 49.1083, 6.1813 | Pompidou Metz; Centre Pompidou Metz; Metz Congrès Robert Schuman
Place Stanislas, Nancy | 48.6936, 6.1832 | Stanislas Nancy; place Stan
Centre Prouvé, Nancy | 48.6880, 6.1760 | Centre de congrès Prouvé; Centre Prouvé
Parc des expositions de Dijon | 47.3360, 5.0560 | Dijon Congrexpo; Zénith de Dijon; palais des congrès de Dijon; Congrexpo
Hospices de Beaune | 47.0220, 4.8365 | Hospices de Beaune; Hôtel-Dieu de Beaune
Micropolis, Besançon | 47.2260, 5.9730 | Micropolis
Parc Saint-Paul, Beauvais | 49.4250, 1.9800 | Parc Saint Paul
Center Parcs Domaine du Bois aux Daims | 46.9100, 0.1800 | Bois aux Daims
Center Parcs Les Hauts de Bruyères | 47.5870, 1.9960 | Les Hauts de Bruyères; Center Parcs Sologne; Center Parcs Chaumont-sur-Tharonne
Center Parcs Domaine des Trois Forêts | 48.6260, 6.9100 | Domaine des Trois Forêts; Center Parcs Trois Forêts; Center Parcs Moselle
Villages Nature Paris | 48.8170, 2.8380 | Villages Nature; Center Parcs Villages Nature
Grand Port Hermitage, La Baule | 47.2810, -2.3990 | Hôtel L'Hermitage La Baule; Hermitage Barrière La Baule; Hermitage La Baule
Port-Camargue, Le Grau-du-Roi | 43.5200, 4.1290 | Port-Camargue
Port-Fréjus, Fréjus | 43.4230, 6.7480 | Port-Fréjus
Cannes-la-Bocca | 43.5530, 6.9630 | Cannes La Bocca; La Bocca
Océanopolis, Brest | 48.3900, -4.4350 | Océanopolis
Nausicaá, Boulogne-sur-Mer | 50.7300, 1.5930 | Nausicaa
Hôtel Westminster (Le Touquet-Paris-Plage) | 50.5230, 1.5880 | ?Hôtel Westminster; ?Westminster
`,
);
