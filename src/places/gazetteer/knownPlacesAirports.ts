import { knownAirports } from './knownPlace.ts';

// label | point | code | towns | other names | terminals
// The point of an airport without a terminal is where most of its passengers are set down.
export const AIRPORTS = knownAirports(`
Aéroport Paris-Charles-de-Gaulle | 49.0075, 2.5600 | CDG | Roissy; Paris CDG; CDG; Roissy Charles de Gaulle; Charles de Gaulle; Roissy CDG; Paris Charles de Gaulle; Paris Roissy; Paris Roissy Charles de Gaulle; Roissy en France; Charles de Gaulle Roissy; CDG Roissy; CDG Paris | Roissy; Roissy CDG; CDG Roissy; Roissy Charles de Gaulle; Paris Charles de Gaulle; Paris CDG; CDG Paris; Charles de Gaulle Airport; Paris Roissy; Roissy aéroport; aéroport CDG Roissy; Roissy Airport; Charles de Gaulle terminal; Charles de Gaulle T1; Charles de Gaulle T2; Charles de Gaulle T2A; Charles de Gaulle T2B; Charles de Gaulle T2C; Charles de Gaulle T2D; Charles de Gaulle T2E; Charles de Gaulle T2F; Charles de Gaulle T2G; Charles de Gaulle T3 | 1 49.0139, 2.5420; 2A 49.0033, 2.5626; 2B 49.0052, 2.5620; 2C 49.0034, 2.5668; 2D 49.0056, 2.5660; 2E 49.0035, 2.5745; 2F 49.0062, 2.5727; 2G 49.0049, 2.6005; 2 49.0041, 2.5690; 3 49.0128, 2.5610
Aéroport Paris-Orly | 48.7287, 2.3640 | ORY | Orly; Paris Orly; ORY | Orly; Paris Orly; Orly Paris; Orly ORY; Orly aérogare | 1 48.7292, 2.3575; 2 48.7290, 2.3605; 3 48.7289, 2.3650; 4 48.7283, 2.3690; sud 48.7283, 2.3690; ouest 48.7291, 2.3590; south 48.7283, 2.3690; west 48.7291, 2.3590
Aéroport Paris-Beauvais | 49.4600, 2.1110 | BVA | Beauvais; Paris Beauvais; Beauvais Tillé; Paris Beauvais Tillé; Tillé; Beauvais Paris | Paris Beauvais | 1 49.4600, 2.1105; 2 49.4604, 2.1120
Aéroport Paris-Le Bourget | 48.9590, 2.4370 | LBG | Le Bourget; Bourget; Paris Le Bourget | Le Bourget aviation d'affaires; terminal Le Bourget; FBO Le Bourget; Le Bourget FBO; Dassault Falcon Service Le Bourget; Signature Le Bourget; Jetex Le Bourget |
Aéroport Nice Côte d'Azur | 43.6625, 7.2090 | NCE | Nice; Nice Côte d'Azur | Nice Côte d'Azur | 1 43.6652, 7.2130; 2 43.6591, 7.2055
Aéroport Lyon-Saint-Exupéry | 45.7200, 5.0790 | LYS | Lyon; Lyon Saint-Exupéry; Saint-Exupéry; Satolas; St Exupery Lyon | Lyon Saint-Exupéry; Lyon Satolas; Satolas | 1 45.7214, 5.0796; 2 45.7190, 5.0785; 3 45.7182, 5.0770
Aéroport Marseille Provence | 43.4412, 5.2215 | MRS | Marseille; Marseille Provence; Marignane; Marseille Marignane | Marseille Provence; Marseille Marignane | 1 43.4408, 5.2213; 2 43.4443, 5.2240; mp2 43.4443, 5.2240
Aéroport Toulouse-Blagnac | 43.6314, 1.3735 | TLS | Toulouse; Blagnac; Toulouse Blagnac | Toulouse Blagnac |
Aéroport Bordeaux-Mérignac | 44.8303, -0.7003 | BOD | Bordeaux; Mérignac; Bordeaux Mérignac | | A 44.8303, -0.7003; B 44.8298, -0.7020; Billi 44.8285, -0.7045
Aéroport Nantes Atlantique | 47.1571, -1.6078 | NTE | Nantes; Nantes Atlantique; Nantes Bouguenais | Nantes Atlantique |
EuroAirport Bâle-Mulhouse-Fribourg | 47.5997, 7.5319 | BSL | Bâle; Mulhouse; Bâle Mulhouse; Basel; Basel Mulhouse; Mulhouse Bâle; Saint-Louis | EuroAirport; Bâle-Mulhouse; Basel Mulhouse; Mulhouse Bâle; Euroairport Basel; MLH; EAP; Euroairport Mulhouse |
Aéroport de Strasbourg-Entzheim | 48.5445, 7.6277 | SXB | Strasbourg; Entzheim; Strasbourg Entzheim | |
Aéroport Montpellier Méditerranée | 43.5800, 3.9637 | MPL | Montpellier; Montpellier Méditerranée; Montpellier Fréjorgues | |
Aéroport de Lille-Lesquin | 50.5703, 3.1063 | LIL | Lille; Lesquin; Lille Lesquin | |
Aéroport de Genève | 46.2310, 6.1095 | GVA | Genève; Geneva; Genève Cointrin; Cointrin; Geneve Suisse | Genève Cointrin |
Aéroport de Bruxelles-National (Zaventem) | 50.8986, 4.4832 | BRU | Bruxelles; Brussels; Zaventem; Bruxelles Zaventem; Bruxelles National; Brussels Zaventem | Brussels Zaventem |
Aéroport de Charleroi-Bruxelles-Sud | 50.4720, 4.4700 | CRL | Charleroi; Bruxelles Charleroi; Brussels South; Brussels Charleroi; Bruxelles Sud; Charleroi Bruxelles Sud; Gosselies | Charleroi Bruxelles Sud; Brussels South Charleroi | 1 50.4720, 4.4700; 2 50.4712, 4.4735
Aéroport de Luxembourg-Findel | 49.6350, 6.2160 | LUX | Luxembourg; Findel; Luxembourg Findel | |
Aéroport de Toulon-Hyères | 43.0973, 6.1462 | TLN | Toulon; Hyères; Toulon Hyères | |
Aéroport Biarritz Pays Basque | 43.4715, -1.5318 | BIQ | Biarritz; Bayonne; Biarritz Pays Basque; Biarritz Parme; Biarritz Anglet Bayonne; Anglet | |
Aéroport Brest Bretagne | 48.4470, -4.4210 | BES | Brest; Guipavas; Brest Bretagne; Brest Guipavas | |
Aéroport Rennes Bretagne | 48.0720, -1.7320 | RNS | Rennes; Rennes Saint-Jacques; Rennes Bretagne | |
Aéroport Pau Pyrénées | 43.3820, -0.4150 | PUF | Pau; Pau Pyrénées; Pau Uzein | |
Aéroport Tarbes-Lourdes-Pyrénées | 43.1850, -0.0030 | LDE | Tarbes; Lourdes; Tarbes Lourdes; Tarbes Lourdes Pyrénées; Ossun | |
Aéroport Grenoble Alpes Isère | 45.3620, 5.3340 | GNB | Grenoble; Grenoble Isère; Grenoble Alpes Isère; Grenoble Saint-Geoirs | |
Aéroport Chambéry Savoie Mont Blanc | 45.6390, 5.8800 | CMF | Chambéry; Chambéry Savoie; Chambéry Aix-les-Bains; Voglans | |
Aéroport Annecy Mont-Blanc | 45.9300, 6.1060 | NCY | Annecy; Annecy Meythet; Annecy Mont Blanc; Annecy Haute Savoie | |
Aéroport Clermont-Ferrand Auvergne | 45.7860, 3.1620 | CFE | Clermont-Ferrand; Clermont; Aulnat; Clermont-Ferrand Auvergne; Clermont Ferrand Aulnat | |
Aéroport de Perpignan-Rivesaltes | 42.7440, 2.8700 | PGF | Perpignan; Rivesaltes; Perpignan Rivesaltes; Perpignan Sud de France | |
Aéroport Carcassonne Sud de France | 43.2160, 2.3080 | CCF | Carcassonne; Carcassonne Salvaza | |
Aéroport Béziers Cap d'Agde | 43.3230, 3.3540 | BZR | Béziers; Béziers Vias; Béziers Cap d'Agde; Cap d'Agde | |
Aéroport de Nîmes Alès Camargue Cévennes | 43.7570, 4.4160 | FNI | Nîmes; Nîmes Garons; Garons | |
Aéroport Avignon Provence | 43.9070, 4.9020 | AVN | Avignon; Avignon Caumont; Avignon Provence | |
Aéroport de Cannes-Mandelieu | 43.5460, 6.9540 | CEQ | Cannes; Mandelieu; Cannes Mandelieu | |
Aéroport du Golfe de Saint-Tropez (La Môle) | 43.2060, 6.4820 | LTT | Saint-Tropez; La Môle; Golfe de Saint-Tropez; Saint-Tropez La Môle | |
Aéroport d'Ajaccio Napoléon-Bonaparte | 41.9210, 8.7940 | AJA | Ajaccio; Ajaccio Campo dell'Oro; Ajaccio Napoléon Bonaparte | |
Aéroport de Bastia-Poretta | 42.5500, 9.4840 | BIA | Bastia; Bastia Poretta; Poretta | Bastia Poretta; Poretta |
Aéroport de Calvi-Sainte-Catherine | 42.5240, 8.7930 | CLY | Calvi; Calvi Sainte-Catherine | |
Aéroport Figari Sud Corse | 41.5010, 9.0970 | FSC | Figari; Figari Sud Corse; Bonifacio; Porto-Vecchio | |
Aéroport de Deauville-Normandie | 49.3630, 0.1640 | DOL | Deauville; Deauville Normandie; Deauville Saint-Gatien | |
Aéroport Caen-Carpiquet | 49.1740, -0.4550 | CFR | Caen; Carpiquet; Caen Carpiquet | |
Aéroport de La Rochelle-Île de Ré | 46.1790, -1.1950 | LRH | La Rochelle; La Rochelle Île de Ré; La Rochelle Laleu | |
Aéroport Limoges-Bellegarde | 45.8610, 1.1800 | LIG | Limoges; Limoges Bellegarde | |
Aéroport de Poitiers-Biard | 46.5870, 0.3070 | PIS | Poitiers; Poitiers Biard | |
Aéroport Tours Val de Loire | 47.4320, 0.7270 | TUF | Tours; Tours Val de Loire | |
Aéroport Paris-Vatry | 48.7760, 4.1850 | XCR | Vatry; Paris Vatry; Châlons Vatry; Châlons | Paris Vatry |
Aéroport Metz-Nancy-Lorraine | 48.9820, 6.2510 | ETZ | Metz; Nancy; Metz Nancy; Metz Nancy Lorraine; Lorraine | |
Aéroport de Dole-Jura | 47.0390, 5.4270 | DLE | Dole; Dole Jura; Dole Tavaux | |
Aéroport Le Touquet-Côte d'Opale | 50.5150, 1.6270 | LTQ | Le Touquet; Le Touquet Côte d'Opale | |
Aéroport Lyon-Bron | 45.7300, 4.9440 | LYN | Bron; Lyon Bron | |
Aéroport de Toussus-le-Noble | 48.7510, 2.1110 | TNF | Toussus-le-Noble; Toussus | |
Aéroport de La Réunion Roland-Garros | -20.8920, 55.5120 | RUN | Roland Garros; La Réunion; Réunion; Saint-Denis; Saint-Denis de la Réunion; Roland Garros La Réunion; Saint-Denis Roland Garros | |
Aéroport de Saint-Pierre-Pierrefonds | -21.3200, 55.4250 | ZSE | Pierrefonds La Réunion; Saint-Pierre Pierrefonds | |
Aéroport de Cayenne Félix-Éboué | 4.8220, -52.3650 | CAY | Félix Éboué; Cayenne; Cayenne Félix Éboué; Matoury; Guyane; Rochambeau | |
Aéroport Martinique Aimé-Césaire | 14.5920, -61.0010 | FDF | Aimé Césaire; Martinique; Fort-de-France; Martinique Aimé Césaire; Le Lamentin; Fort-de-France Le Lamentin | |
Aéroport de Pointe-à-Pitre Le Raizet, Guadeloupe | 16.2660, -61.5270 | PTP | Pointe-à-Pitre; Guadeloupe; Pôle Caraïbes; Guadeloupe Pôle Caraïbes; Maryse Condé; Le Raizet; Les Abymes; Pointe-à-Pitre Le Raizet | Guadeloupe Maryse Condé |
Aéroport de Dzaoudzi-Pamandzi, Mayotte | -12.8050, 45.2810 | DZA | Mayotte; Dzaoudzi; Pamandzi; Marcel Henry; Mayotte Marcel Henry; Dzaoudzi Pamandzi | |
Aéroport de Londres-Heathrow | 51.4700, -0.4543 | LHR | Heathrow; London Heathrow; Londres Heathrow | London Heathrow; Heathrow | 2 51.4700, -0.4530; 3 51.4705, -0.4590; 4 51.4590, -0.4470; 5 51.4725, -0.4880
Aéroport de Londres-Gatwick | 51.1560, -0.1660 | LGW | Gatwick; London Gatwick; Londres Gatwick | London Gatwick; Gatwick |
Aéroport d'Amsterdam-Schiphol | 52.3090, 4.7630 | AMS | Amsterdam; Schiphol; Amsterdam Schiphol | Schiphol; Amsterdam Schiphol |
Aéroport de Francfort | 50.0500, 8.5730 | FRA | Francfort; Frankfurt; Frankfurt am Main | Frankfurt Flughafen; Flughafen Frankfurt | 1 50.0510, 8.5710; 2 50.0510, 8.5890
Aéroport de Zurich | 47.4505, 8.5620 | ZRH | Zurich; Kloten; Zürich Kloten | Flughafen Zürich; Zürich Flughafen |
Aéroport de Milan-Malpensa | 45.6270, 8.7110 | MXP | Malpensa; Milan Malpensa; Milano Malpensa | Milan Malpensa; Milano Malpensa; Malpensa | 1 45.6270, 8.7110; 2 45.6490, 8.7220
Aéroport de Milan-Linate | 45.4610, 9.2790 | LIN | Linate; Milan Linate; Milano Linate | Milan Linate; Milano Linate; Linate |
Aéroport de Turin-Caselle | 45.1910, 7.6430 | TRN | Turin; Torino; Caselle; Turin Caselle | |
Aéroport de Barcelone-El Prat | 41.2890, 2.0750 | BCN | Barcelone; Barcelona; El Prat; Barcelone El Prat; Barcelona El Prat | El Prat | 1 41.2890, 2.0710; 2 41.3030, 2.0760
Aéroport de Gérone-Costa Brava | 41.8980, 2.7660 | GRO | Gérone; Girona; Gérone Costa Brava; Girona Costa Brava | |
Aéroport de Bilbao | 43.3050, -2.9060 | BIO | Bilbao | |
Aéroport de Saint-Sébastien | 43.3570, -1.7930 | EAS | Saint-Sébastien; San Sebastian; Hondarribia; Fontarrabie | |
Aéroport de Gênes | 44.4150, 8.8500 | GOA | Gênes; Genova; Genoa | |
Aéroport de Karlsruhe-Baden-Baden | 48.7790, 8.0890 | FKB | Karlsruhe; Baden-Baden; Baden Baden Karlsruhe; Karlsruhe Baden-Baden | |
Aéroport de Sarrebruck | 49.2150, 7.1120 | SCN | Sarrebruck; Saarbrücken | |
Aéroport de Düsseldorf | 51.2810, 6.7600 | DUS | Düsseldorf | |
Aéroport de Cologne-Bonn | 50.8780, 7.1230 | CGN | Cologne; Köln; Cologne Bonn; Köln Bonn | |
Aéroport de Liège | 50.6450, 5.4600 | LGG | Liège; Liège Bierset | |
`);
