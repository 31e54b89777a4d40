import { knownPlaces } from './knownPlace.ts';

export const PORTS = knownPlaces(
  'place',
  `
Terminal de croisière de Marseille (MPCT), cap Janet | 43.3370, 5.3390 | MPCT; Marseille Provence Cruise Terminal; Marseille Cruise Terminal; Marseille Cruise Port; terminal croisière Marseille; port de croisière de Marseille; terminal croisière Léon Gourret; gare maritime croisière Marseille; Marseille terminal croisières; Porte 4 port de Marseille
Gare maritime de la Joliette, Marseille | 43.3060, 5.3640 | La Joliette; Gare maritime Marseille; Corsica Linea Marseille; La Méridionale Marseille; gare maritime de la Joliette; J4 Marseille; Joliette Marseille; port de Marseille; ferry Corse Marseille
Port de Toulon, gare maritime | 43.1185, 5.9320 | Gare maritime de Toulon; Corsica Ferries Toulon; Port de Toulon; Toulon port; Toulon Cruise Port
Terminal de croisière de La Seyne-sur-Mer | 43.1040, 5.8890 | La Seyne cruise terminal; terminal croisière La Seyne
Port de Villefranche-sur-Mer | 43.7040, 7.3100 | Villefranche cruise port; gare maritime de Villefranche; Villefranche-sur-Mer port; port de la Santé Villefranche
Port de Sète, gare maritime | 43.4010, 3.7010 | gare maritime de Sète; Sète cruise port; port de Sète; Sète port
Port du Havre, terminal de croisière | 49.4830, 0.0990 | Le Havre Cruise Terminal; Le Havre Cruise Port; terminal croisière Le Havre; port du Havre; port Le Havre; Le Havre port; Pointe de Floride; terminal de croisière du Havre; Le Havre cruise ship terminal; Le Havre Cruises
Terminal ferry du Havre | 49.4930, 0.1390 | terminal ferry Le Havre; Brittany Ferries Le Havre; ferry Le Havre
Port de Caen-Ouistreham, terminal ferry | 49.2830, -0.2500 | Ouistreham ferry; Brittany Ferries Ouistreham; Caen Ouistreham; terminal ferry Ouistreham; gare maritime de Ouistreham; Ouistreham port
Port de Cherbourg, gare maritime transatlantique | 49.6470, -1.6160 | Gare maritime de Cherbourg; Cherbourg port; Cherbourg cruise terminal; La Cité de la Mer; Cherbourg ferry; terminal ferry Cherbourg
Port de Dieppe, terminal ferry | 49.9340, 1.0890 | Dieppe ferry; terminal ferry Dieppe; DFDS Dieppe; port de Dieppe
Port de Calais, terminal ferry | 50.9680, 1.8650 | Calais ferry; Port de Calais; gare maritime de Calais; Calais port; terminal ferry Calais; P&O Calais; DFDS Calais; Calais ferry terminal; Calais ferry port; terminal car ferry Calais
Terminal LeShuttle, Coquelles | 50.9360, 1.8120 | Eurotunnel; LeShuttle; Le Shuttle; Eurotunnel Calais; tunnel sous la Manche; Channel Tunnel; Eurotunnel Coquelles; Eurotunnel Le Shuttle; terminal Eurotunnel; LeShuttle Calais; Cité Europe
Port de Dunkerque, terminal ferry (Loon-Plage) | 51.0210, 2.1970 | DFDS Dunkerque; ferry Dunkerque; terminal ferry Dunkerque; Dunkirk ferry; port de Dunkerque
Port de Saint-Malo, gare maritime du Naye | 48.6430, -2.0230 | Gare maritime du Naye; gare maritime de Saint-Malo; ferry Saint-Malo; Saint-Malo ferry; Saint-Malo port; terminal du Naye; Brittany Ferries Saint-Malo; Condor Ferries Saint-Malo
Port de Roscoff-Bloscon | 48.7220, -3.9670 | Roscoff ferry; Brittany Ferries Roscoff; port de Roscoff; gare maritime de Roscoff; Bloscon; terminal ferry Roscoff
Port Maria, Quiberon | 47.4760, -3.1240 | gare maritime de Quiberon; Quiberon port; Port-Maria; Quiberon Port Maria; embarcadère Belle-Île
Fromentine, gare maritime | 46.8920, -2.1480 | Fromentine; gare maritime de Fromentine; embarcadère île d'Yeu
Port de La Rochelle, La Pallice | 46.1590, -1.2260 | La Pallice; La Rochelle cruise port; terminal croisière La Rochelle; port de La Pallice; môle d'escale La Rochelle
Vieux-Port de La Rochelle | 46.1570, -1.1520 | La Rochelle Vieux-Port; ?vieux port; La Rochelle Old Port
Port de Bordeaux, quai Louis-XVIII | 44.8470, -0.5695 | Bordeaux cruise port; Port de la Lune; terminal croisière Bordeaux; quai Louis XVIII; quai des Chartrons Bordeaux
Port de Bastia | 42.7010, 9.4530 | Bastia port; gare maritime de Bastia; Corsica Ferries Bastia; port de Bastia
Port d'Ajaccio | 41.9210, 8.7400 | Ajaccio port; gare maritime d'Ajaccio; Ajaccio cruise port; Corsica Linea Ajaccio
Port de Bayonne-Tarnos, Le Verdon terminal de croisière | 45.5480, -1.0620 | Le Verdon cruise terminal; terminal croisière Le Verdon
Port Hercule, Monaco | 43.7350, 7.4240 | Port Hercule; Port de Monaco; Monaco port; Monaco Cruise Port; port Hercule Monaco; Yacht Club de Monaco; terminal croisière Monaco
Héliport de Monaco | 43.7257, 7.4190 | Monaco Heliport; héliport Monaco; Fontvieille héliport
`,
);

// Parts of communes of the mainland, to which no road leads, and the quays from which one gets there.
export const ISLANDS = knownPlaces(
  'place',
  `
Embarcadère de la Tour-Fondue, Hyères | 43.0290, 6.1560 | La Tour Fondue; Tour Fondue; embarcadère de Porquerolles; embarcadère pour Porquerolles
Île de Porquerolles | 43.0005, 6.2030 | Porquerolles
Île de Port-Cros | 43.0070, 6.3830 | Port-Cros
Île du Levant | 43.0250, 6.4500 | Le Levant île; Héliopolis île du Levant
Îles du Frioul, Marseille | 43.2800, 5.3060 | Le Frioul; archipel du Frioul; île du Frioul; Château d'If
Île des Embiez | 43.0770, 5.7830 | Les Embiez
Île Sainte-Marguerite, Cannes | 43.5200, 7.0480 | Îles de Lérins
Île Saint-Honorat, Cannes | 43.5070, 7.0470 | Abbaye de Lérins
Îles Chausey | 48.8700, -1.8200 | Chausey; Grande Île Chausey
Îles de Glénan | 47.7200, -3.9900 | Archipel des Glénan; Les Glénan; Saint-Nicolas des Glénan
Marigot, Saint-Martin | 18.0680, -63.0820 | ?Marigot; Marigot Saint-Martin; Grand-Case Saint-Martin
Gustavia, Saint-Barthélemy | 17.8960, -62.8500 | Gustavia; Saint-Barth; St Barts
`,
);

export const BORDERS = knownPlaces(
  'place',
  `
Monte-Carlo, Monaco | 43.7396, 7.4276 | Monte Carlo; Montecarlo; Casino de Monte-Carlo; Casino de Monaco; Monte-Carlo Casino; Monaco Casino; Casino Monaco; ?place du Casino; ?casino
Hôtel de Paris Monte-Carlo | 43.7390, 7.4270 | ?Hôtel de Paris; ?Hôtel Hermitage; Hôtel de Paris Monaco; Hotel de Paris Monte Carlo; Hôtel Hermitage Monaco; Hôtel Hermitage Monte-Carlo; Hôtel de Paris Monte-Carlo Monaco
Fairmont Monte-Carlo | 43.7406, 7.4300 | Fairmont Monaco; Fairmont Monte Carlo; Hôtel Fairmont Monaco
Grimaldi Forum, Monaco | 43.7440, 7.4320 | Grimaldi Forum; Grimaldi Forum Monaco; Larvotto; plage du Larvotto
Stade Louis-II, Monaco | 43.7277, 7.4155 | Stade Louis II; Stade Louis II Monaco
Palais des Nations, Genève | 46.2266, 6.1404 | Palais des Nations; ONU Genève; United Nations Geneva; Nations unies Genève; UN Geneva
Palexpo, Genève | 46.2345, 6.1180 | Palexpo; Palexpo Genève; Palexpo Geneva
CERN, Meyrin | 46.2340, 6.0530 | CERN; CERN Genève; CERN Geneva; CERN Meyrin
Hôtel Beau-Rivage, Genève | 46.2090, 6.1500 | ?Beau-Rivage; Beau Rivage Geneva; Four Seasons Hôtel des Bergues; Hôtel des Bergues; Four Seasons Genève
Parlement européen (Bruxelles) | 50.8388, 4.3753 | ?Parlement européen; Parlement européen Bruxelles; European Parliament Brussels; place du Luxembourg Bruxelles; Quartier européen Bruxelles
Commission européenne, Bruxelles | 50.8437, 4.3825 | Berlaymont; Commission européenne; European Commission; rond-point Schuman; Schuman Bruxelles
OTAN, Bruxelles | 50.8790, 4.4260 | OTAN; NATO; siège de l'OTAN; NATO headquarters
Kirchberg, Luxembourg | 49.6260, 6.1600 | Luxembourg Kirchberg; Kirchberg; plateau de Kirchberg; BEI Luxembourg; European Investment Bank
Pas de la Case, Andorre | 42.5430, 1.7330 | Pas de la Case; Le Pas de la Case
La Jonquera, Espagne | 42.4180, 2.8750 | La Jonquera; La Junquera; La Jonquère
Le Perthus | 42.4630, 2.8630 | Le Perthus frontière
Portofino, Italie | 44.3034, 9.2096 | Portofino
Courmayeur, Italie | 45.7969, 6.9690 | Courmayeur; Courmayeur Mont Blanc
Verbier, Suisse | 46.0961, 7.2286 | Verbier
Zermatt, Suisse | 46.0207, 7.7491 | Zermatt; Täsch Zermatt
Crans-Montana, Suisse | 46.3110, 7.4820 | Crans-Montana; Crans Montana
Gstaad, Suisse | 46.4750, 7.2860 | Gstaad
Saint-Moritz, Suisse | 46.4980, 9.8390 | Saint-Moritz; St Moritz; Sankt Moritz
Cadaqués, Espagne | 42.2887, 3.2767 | Cadaqués
Rosas, Espagne | 42.2630, 3.1750 | Roses Espagne; Rosas Espagne; Roses Spain
Empuriabrava, Espagne | 42.2470, 3.1210 | Empuriabrava; Ampuriabrava
Jersey, Saint-Hélier | 49.1868, -2.1065 | Jersey; Saint Helier; St Helier
`,
);
