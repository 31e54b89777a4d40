import { knownPlaces } from './knownPlace.ts';

// Streets and squares stand here only where their name means Paris to everybody; "place de la République" does not.
export const PARIS = knownPlaces(
  'place',
  `
Tour Eiffel, Paris | 48.8584, 2.2945 | Eiffel Tower; The Eiffel Tower; Tour Eiffel Paris
Arc de Triomphe, Paris | 48.8738, 2.2950 | Place de l'Étoile; place Charles de Gaulle Étoile; ?Étoile; Charles de Gaulle Étoile; Place Charles de Gaulle Étoile
Avenue des Champs-Élysées, Paris | 48.8698, 2.3076 | Champs-Élysées; Champs Elysees Paris; les Champs-Élysées; rond-point des Champs-Élysées; av des Champs-Élysées; ave des Champs-Élysées; 8 Champs-Élysées
Musée du Louvre, Paris | 48.8606, 2.3376 | Louvre Museum; Le Louvre; Pyramide du Louvre; Louvre Pyramid; the Louvre; Palais du Louvre; Carrousel du Louvre; ?Louvre
Musée d'Orsay, Paris | 48.8600, 2.3266 | Orsay Museum
Cathédrale Notre-Dame de Paris | 48.8530, 2.3499 | Notre-Dame de Paris; Notre Dame Cathedral; parvis Notre-Dame; parvis de Notre-Dame; cathédrale Notre-Dame Paris
Basilique du Sacré-Cœur, Paris | 48.8867, 2.3431 | Sacré-Cœur; Sacré Cœur Montmartre; Montmartre; Sacre Coeur Basilica; Butte Montmartre; Place du Tertre
Panthéon, Paris | 48.8462, 2.3464 | Le Panthéon; place du Panthéon
Les Invalides, Paris | 48.8566, 2.3125 | Invalides; Hôtel des Invalides; Esplanade des Invalides; Musée de l'Armée
Opéra Garnier, Paris | 48.8720, 2.3316 | Palais Garnier; ?place de l'Opéra; ?Opéra; Opéra de Paris
Opéra Bastille, Paris | 48.8520, 2.3702 |
Place de la Bastille, Paris | 48.8532, 2.3691 | Bastille
Place de la Concorde, Paris | 48.8656, 2.3212 | ?Concorde; place Concorde
Place Vendôme, Paris | 48.8675, 2.3295 |
Place des Vosges, Paris | 48.8556, 2.3655 |
Place de la Madeleine, Paris | 48.8700, 2.3245 | ?église de la Madeleine; ?la Madeleine; Madeleine
Place de la République (Paris) | 48.8675, 2.3638 | ?place de la République; ?République
Place de la Nation, Paris | 48.8484, 2.3959 | ?Nation
Place d'Italie, Paris | 48.8312, 2.3556 |
Place du Trocadéro, Paris | 48.8629, 2.2873 | Trocadéro; Palais de Chaillot; Esplanade du Trocadéro
Place Denfert-Rochereau, Paris | 48.8338, 2.3324 | Denfert-Rochereau; Catacombes de Paris
Place de Clichy, Paris | 48.8836, 2.3274 |
Place Pigalle, Paris | 48.8822, 2.3375 | Pigalle
Moulin Rouge, Paris | 48.8841, 2.3323 | cabaret Moulin Rouge
Porte Maillot, Paris | 48.8780, 2.2824 | place de la Porte Maillot
Palais des Congrès de Paris | 48.8789, 2.2832 | Palais des Congrès Porte Maillot; Palais des Congrès Paris; Paris Convention Centre; Palais des Congrès
Paris Expo Porte de Versailles | 48.8324, 2.2876 | Porte de Versailles; Parc des expositions Porte de Versailles; Parc des expositions de la Porte de Versailles; Paris Expo; Viparis Porte de Versailles; Parc Expo Porte de Versailles; Salon Porte de Versailles; parc des expositions de Paris
Accor Arena, Paris | 48.8386, 2.3785 | Accor Arena Bercy; Palais omnisports de Bercy; POPB; Bercy Arena; AccorHotels Arena; Paris Bercy; Accor Arena Paris Bercy; Bercy Accor Arena
Bercy Village, Paris | 48.8333, 2.3861 | Cour Saint-Émilion
Parc des Princes, Paris | 48.8414, 2.2530 | stade du Parc des Princes
Stade Roland-Garros, Paris | 48.8470, 2.2490 | Roland-Garros; stade Roland Garros
Stade Jean-Bouin, Paris | 48.8432, 2.2528 |
Hippodrome de Longchamp, Paris | 48.8590, 2.2330 | ParisLongchamp; Longchamp; hippodrome Paris Longchamp
Hippodrome d'Auteuil, Paris | 48.8530, 2.2560 |
Hippodrome de Vincennes, Paris | 48.8223, 2.4500 | hippodrome Paris Vincennes
Fondation Louis Vuitton, Paris | 48.8766, 2.2633 | Louis Vuitton Foundation; Fondation Vuitton
Jardin d'Acclimatation, Paris | 48.8780, 2.2640 |
Centre Pompidou, Paris | 48.8607, 2.3522 | Beaubourg; Centre Georges Pompidou
Forum des Halles, Paris | 48.8622, 2.3465 | Les Halles; Châtelet Les Halles; Westfield Forum des Halles; ?Châtelet; place du Châtelet
Hôtel de Ville de Paris | 48.8566, 2.3522 | Mairie de Paris; Paris City Hall; Hôtel de Ville Paris
Palais de l'Élysée, Paris | 48.8704, 2.3167 | ?Élysée
Assemblée nationale, Paris | 48.8619, 2.3188 | Palais Bourbon
Sénat, Palais du Luxembourg, Paris | 48.8482, 2.3372 | Palais du Luxembourg; Jardin du Luxembourg; Luxembourg Gardens; Sénat
Grand Palais, Paris | 48.8661, 2.3125 | Le Grand Palais
Palais Brongniart, Paris | 48.8693, 2.3414 | ?place de la Bourse; La Bourse Paris
Palais de Tokyo, Paris | 48.8645, 2.2966 |
La Villette, Paris | 48.8938, 2.3900 | Parc de la Villette; Grande Halle de la Villette; Cité des sciences; Cité des sciences et de l'industrie; Zénith de Paris; Zénith Paris; Le Zénith Paris La Villette; Géode
Philharmonie de Paris | 48.8917, 2.3937 | La Philharmonie; Cité de la musique
Galeries Lafayette Haussmann, Paris | 48.8735, 2.3321 | Galeries Lafayette; Galeries Lafayette Paris; Galeries Lafayette Paris Haussmann
Printemps Haussmann, Paris | 48.8740, 2.3282 | Le Printemps Haussmann
Le Bon Marché, Paris | 48.8510, 2.3245 | Bon Marché; Bon Marché Rive Gauche
La Samaritaine, Paris | 48.8588, 2.3422 | Samaritaine; Cheval Blanc Paris
Tour Montparnasse, Paris | 48.8421, 2.3219 | Montparnasse Tower
Bibliothèque nationale de France, Paris | 48.8335, 2.3758 | Bibliothèque François-Mitterrand; BNF; BnF François Mitterrand; Bibliothèque Nationale
Jardin des Plantes, Paris | 48.8440, 2.3596 |
Olympia, Paris | 48.8702, 2.3284 | L'Olympia; salle Olympia
Salle Pleyel, Paris | 48.8770, 2.3010 |
Casino de Paris | 48.8806, 2.3300 |
Folies Bergère, Paris | 48.8742, 2.3450 |
Lido de Paris | 48.8727, 2.3006 | Le Lido; Lido 2 Paris
Crazy Horse, Paris | 48.8660, 2.3010 | Crazy Horse Paris
La Sorbonne, Paris | 48.8487, 2.3432 | Sorbonne; université de la Sorbonne
Hôpital européen Georges-Pompidou, Paris | 48.8393, 2.2737 | Hôpital Georges Pompidou; HEGP; Hôpital Pompidou
Hôpital de la Pitié-Salpêtrière, Paris | 48.8386, 2.3650 | Pitié-Salpêtrière; Hôpital Pitié-Salpêtrière; La Pitié Salpêtrière
Hôpital Necker-Enfants malades, Paris | 48.8459, 2.3156 | Hôpital Necker
Hôpital Cochin, Paris | 48.8379, 2.3392 |
Hôpital Lariboisière, Paris | 48.8826, 2.3527 |
Hôpital Bichat, Paris | 48.8988, 2.3319 | Bichat Claude-Bernard
Hôpital Saint-Louis (Paris) | 48.8746, 2.3681 | ?hôpital Saint-Louis; Hôpital Saint-Louis Paris
Hôpital Robert-Debré, Paris | 48.8790, 2.4010 | Robert-Debré; Hôpital Robert Debré Paris
Passy, Paris | 48.8575, 2.2800 | Paris Passy; Passy Plaza
Hôpital Tenon, Paris | 48.8660, 2.4010 |
Hôpital Saint-Antoine (Paris) | 48.8490, 2.3835 | ?hôpital Saint-Antoine
Tribunal de Paris | 48.8952, 2.3166 | Tribunal judiciaire de Paris; Cité judiciaire Paris; Palais de justice de Paris Batignolles; Tribunal Porte de Clichy
Palais de justice de Paris, Île de la Cité | 48.8556, 2.3455 | Sainte-Chapelle; Conciergerie; Île de la Cité
Île Saint-Louis, Paris | 48.8517, 2.3567 |
Unesco, Paris | 48.8500, 2.3060 | Maison de l'Unesco; siège de l'Unesco; Unesco Paris
OCDE, château de la Muette, Paris | 48.8617, 2.2698 | OCDE; OECD; OECD Paris; château de la Muette
Maison de la Radio, Paris | 48.8527, 2.2786 | Radio France; Maison de la Radio et de la Musique
Station F, Paris | 48.8343, 2.3703 |
Musée du quai Branly, Paris | 48.8609, 2.2978 | quai Branly museum; musée Branly
Musée Grévin, Paris | 48.8718, 2.3422 |
Musée Rodin, Paris | 48.8553, 2.3158 | Rodin Museum
Port de la Bourdonnais, Bateaux parisiens, Paris | 48.8606, 2.2935 | Bateaux parisiens; Port de la Bourdonnais; Bateaux Parisiens Tour Eiffel
Bateaux-Mouches, pont de l'Alma, Paris | 48.8640, 2.3055 | Bateaux-Mouches; Pont de l'Alma; place de l'Alma; Port de la Conférence
Pont-Neuf (Paris) | 48.8571, 2.3414 | ?Pont Neuf
Cimetière du Père-Lachaise, Paris | 48.8614, 2.3933 | Père-Lachaise; Pere Lachaise Cemetery
Porte de la Chapelle, Adidas Arena, Paris | 48.8995, 2.3610 | Adidas Arena; Porte de la Chapelle; Arena Porte de la Chapelle
Porte d'Orléans, Paris | 48.8230, 2.3256 |
Porte d'Italie, Paris | 48.8190, 2.3600 |
Porte de Bagnolet, Paris | 48.8646, 2.4086 |
Porte de Clignancourt, Paris | 48.8975, 2.3447 | marché aux puces de Clignancourt
Porte de Pantin, Paris | 48.8884, 2.3919 |
Porte de Saint-Cloud, Paris | 48.8379, 2.2570 |
Porte Dauphine, Paris | 48.8716, 2.2758 | université Paris-Dauphine; Paris Dauphine
Porte de Vincennes, Paris | 48.8470, 2.4110 |
Porte de Clichy, Paris | 48.8946, 2.3137 |
Porte de Champerret, Paris | 48.8856, 2.2925 | Espace Champerret
Porte d'Auteuil, Paris | 48.8480, 2.2580 |
Porte de Montreuil, Paris | 48.8535, 2.4108 |
Porte des Lilas, Paris | 48.8770, 2.4066 |
Porte de la Villette, Paris | 48.8979, 2.3857 |
Porte de Bercy, Paris | 48.8275, 2.3900 |
Porte de Gentilly, Paris | 48.8175, 2.3440 | stade Charléty; Charléty; Cité internationale universitaire de Paris
Le Marais, Paris | 48.8590, 2.3600 | ?Marais; quartier du Marais
Saint-Germain-des-Prés, Paris | 48.8540, 2.3335 | église Saint-Germain-des-Prés; Saint-Germain-des-Prés Paris; Café de Flore; Les Deux Magots
Quartier latin, Paris | 48.8534, 2.3441 | ?place Saint-Michel; ?Saint-Michel; ?fontaine Saint-Michel; Latin Quarter
Parc Monceau, Paris | 48.8797, 2.3090 |
Parc des Buttes-Chaumont, Paris | 48.8800, 2.3828 | Buttes-Chaumont
Parc Montsouris, Paris | 48.8222, 2.3380 |
`,
);

export const PARIS_HOTELS = knownPlaces(
  'place',
  `
Ritz Paris | 48.8681, 2.3288 | Hôtel Ritz; Le Ritz; Hôtel Ritz Paris; The Ritz Paris; Ritz Hotel Paris; Ritz place Vendôme
Le Meurice, Paris | 48.8652, 2.3281 | Hôtel Meurice; Hôtel Le Meurice; Meurice
Hôtel de Crillon, Paris | 48.8675, 2.3215 | Le Crillon; Crillon; Hôtel Crillon; Rosewood Crillon
Le Bristol Paris | 48.8718, 2.3148 | Hôtel Bristol; Le Bristol; Hôtel Le Bristol; Bristol Paris; Hôtel Bristol Paris
Four Seasons Hotel George V, Paris | 48.8688, 2.3007 | George V; Hôtel George V; Four Seasons George V; Four Seasons Paris; ?Four Seasons; ?Hôtel Four Seasons
Plaza Athénée, Paris | 48.8663, 2.3043 | Hôtel Plaza Athénée; Plaza Athenee Paris; Le Plaza Athénée
Shangri-La Paris | 48.8637, 2.2934 | Shangri-La; Hôtel Shangri-La; Shangri-La Hotel Paris
The Peninsula Paris | 48.8709, 2.2935 | ?Peninsula; Hôtel Peninsula; Le Peninsula; Peninsula Paris; Hôtel Peninsula Paris
Mandarin Oriental Paris | 48.8670, 2.3272 | ?Mandarin Oriental; ?Hôtel Mandarin Oriental
Park Hyatt Paris-Vendôme | 48.8692, 2.3306 | Park Hyatt; Park Hyatt Vendôme; Park Hyatt Paris; Hôtel Park Hyatt
Le Royal Monceau, Paris | 48.8757, 2.3003 | Royal Monceau; Hôtel Royal Monceau; Royal Monceau Raffles; Raffles Paris
La Réserve Paris | 48.8690, 2.3130 | Hôtel La Réserve Paris
Hôtel Lutetia, Paris | 48.8513, 2.3270 | Lutetia; Le Lutetia; Hôtel Lutetia Mandarin Oriental
InterContinental Paris Le Grand | 48.8710, 2.3307 | InterContinental Le Grand; Le Grand Hôtel Paris; Grand Hôtel InterContinental; Intercontinental Opéra; InterContinental Paris; ?InterContinental; ?Hôtel InterContinental
Hôtel du Collectionneur, Paris | 48.8780, 2.3040 | Le Collectionneur
Hyatt Regency Paris Étoile | 48.8805, 2.2844 | Hyatt Regency Étoile; Hyatt Porte Maillot; Concorde Lafayette; Hyatt Regency Paris
Le Méridien Étoile, Paris | 48.8800, 2.2840 | Méridien Étoile; Le Méridien Paris Étoile
Pullman Paris Tour Eiffel | 48.8557, 2.2927 | Pullman Tour Eiffel; Pullman Eiffel Tower; Hôtel Pullman Tour Eiffel
Pullman Paris Montparnasse | 48.8383, 2.3200 | Pullman Montparnasse; Hôtel Pullman Montparnasse
Pullman Paris Centre Bercy | 48.8330, 2.3865 | Pullman Bercy; Hôtel Pullman Bercy
Fouquet's Paris | 48.8713, 2.3012 | Le Fouquet's; Hôtel Fouquet's; Fouquet's Barrière; Hôtel Barrière Le Fouquet's
Prince de Galles, Paris | 48.8690, 2.3008 | Hôtel Prince de Galles
Bulgari Hotel Paris | 48.8680, 2.3013 | Bulgari Paris; Hôtel Bulgari
Saint James Paris | 48.8707, 2.2794 | Hôtel Saint James Paris
Waldorf Astoria Versailles – Trianon Palace | 48.8091, 2.1179 | Trianon Palace; Hôtel Trianon Palace; Waldorf Astoria Versailles; Trianon Palace Versailles
`,
);

export const PARIS_REGION = knownPlaces(
  'place',
  `
La Défense | 48.8917, 2.2385 | Paris La Défense; La Défense Paris; esplanade de La Défense; parvis de La Défense; quartier de La Défense; La Defense Puteaux; Courbevoie La Défense; Puteaux La Défense; Défense Paris
Grande Arche de La Défense | 48.8926, 2.2361 | Grande Arche; La Grande Arche; Arche de La Défense; Grande Arche de la Fraternité
CNIT, La Défense | 48.8926, 2.2390 | CNIT; CNIT La Défense; CNIT Paris La Défense; Hilton La Défense; Hilton CNIT
Westfield Les 4 Temps, La Défense | 48.8908, 2.2370 | Les 4 Temps; Les Quatre Temps; centre commercial Les 4 Temps; Quatre Temps La Défense; 4 Temps
Cœur Défense | 48.8907, 2.2453 | tour Cœur Défense
Tour First, La Défense | 48.8883, 2.2525 | Tour First
Tour Majunga, La Défense | 48.8895, 2.2420 | ?Majunga
Tour Total Coupole, La Défense | 48.8925, 2.2450 | Tour Total; Tour Coupole; Tour Total Energies; Total Coupole
Tour EDF, La Défense | 48.8908, 2.2410 | Tour PB6; EDF La Défense
Tour Société Générale, La Défense | 48.8918, 2.2330 | Tours Société Générale; Société Générale La Défense; Tour Granite
Tour Hekla, La Défense | 48.8869, 2.2390 | ?Hekla
Tour Trinity, La Défense | 48.8925, 2.2410 |
Tour Framatome, La Défense | 48.8930, 2.2440 | Tour Areva; Framatome La Défense
Tour Initiale, La Défense | 48.8878, 2.2505 |
Pullman Paris La Défense | 48.8930, 2.2400 | Pullman La Défense; Hôtel Pullman La Défense
Meliá Paris La Défense | 48.8890, 2.2490 | Melia La Défense; Hôtel Melia La Défense
Paris La Défense Arena, Nanterre | 48.8957, 2.2296 | La Défense Arena; U Arena; Arena Nanterre; Arena La Défense
Stade de France, Saint-Denis | 48.9245, 2.3602 | SDF Saint-Denis; le Stade de France
Basilique de Saint-Denis | 48.9354, 2.3599 |
La Plaine Saint-Denis | 48.9120, 2.3590 | Plaine Saint-Denis; Studios de la Plaine Saint-Denis
Disneyland Paris | 48.8722, 2.7758 | Disneyland; Disney; Disneyland Park; Parc Disneyland; Eurodisney; Euro Disney; Disney Paris; Parc Disney; Disneyland Resort Paris; Parcs Disney; Disneyland Paris Chessy; Disneyland Marne-la-Vallée; Walt Disney Studios; Disney Adventure World; Disney Village
Disneyland Hotel, Disneyland Paris | 48.8705, 2.7785 | Disneyland Hotel; Hôtel Disneyland; Disneyland Paris Hotel
Disney Hotel New York, Disneyland Paris | 48.8712, 2.7860 | Disney's Hotel New York; Hotel New York Disney; Hotel New York Art of Marvel; Disney Newport Bay Club; Newport Bay Club; Newport Bay
Disney Sequoia Lodge, Disneyland Paris | 48.8680, 2.7830 | Sequoia Lodge; Disney's Sequoia Lodge; Hôtel Cheyenne; Hotel Santa Fe Disney; Disney Hotel Cheyenne; Disney Hotel Santa Fe
Val d'Europe, Serris | 48.8555, 2.7800 | Val d'Europe; centre commercial Val d'Europe; Westfield Val d'Europe
La Vallée Village, Serris | 48.8530, 2.7835 | La Vallée Village; Vallée Village; La Vallee Village Outlet
Château de Versailles | 48.8049, 2.1204 | Palace of Versailles; Versailles Palace; Versailles château; Versailles Castle; Chateau de Versailles Place d'Armes; Grand Trianon; Petit Trianon
Palais des Congrès de Versailles | 48.8030, 2.1245 | Palais des Congrès Versailles
Roissypôle | 49.0110, 2.5580 | Roissypole; Hilton Roissy; Hilton CDG; Roissypôle gare; Hilton Paris Charles de Gaulle; Pullman Roissy CDG; Pullman Roissy; Novotel CDG Terminal; Ibis CDG Terminal 3; Novotel Roissypôle; Novotel Roissy CDG
Sheraton Paris Airport, CDG terminal 2 | 49.0040, 2.5705 | Sheraton CDG; Sheraton Roissy; Sheraton Paris Charles de Gaulle; Sheraton Paris Airport; Sheraton aéroport CDG
Marché international de Rungis | 48.7600, 2.3530 | MIN de Rungis; MIN Rungis; Rungis MIN; Marché de Rungis; Rungis International; marché d'intérêt national de Rungis
Belle Épine, Thiais | 48.7560, 2.3700 | Belle Épine; centre commercial Belle Épine; Westfield Belle Épine
Parc des Expositions de Paris-Nord Villepinte | 48.9700, 2.5150 | Villepinte Parc des Expositions; Parc des expositions Villepinte; Parc des expositions de Villepinte; Paris Nord Villepinte; Parc expo Villepinte; Paris Nord 2 Villepinte; Viparis Villepinte; Villepinte Paris Nord; PNV Villepinte; Salon Villepinte; parc des expos Villepinte; Villepinte Exhibition Centre
Parc des expositions Paris-Le Bourget | 48.9480, 2.4330 | Parc des expositions du Bourget; Parc des expositions Le Bourget; Le Bourget Parc des Expositions; Paris Le Bourget parc des expositions; Salon du Bourget; Paris Air Show; Salon de l'aéronautique du Bourget; Musée de l'Air et de l'Espace
Zone Paris Nord 2, Villepinte | 48.9760, 2.5080 | Paris Nord 2; Paris Nord II; ZI Paris Nord 2
Parc Astérix | 49.1341, 2.5713 | Parc Asterix Plailly; Park Asterix; Asterix Park
Aéroville | 48.9910, 2.5230 | centre commercial Aéroville; Westfield Aéroville
Vélizy 2, Vélizy-Villacoublay | 48.7810, 2.2205 | Vélizy 2; Westfield Vélizy 2; centre commercial Vélizy 2
Parly 2, Le Chesnay | 48.8290, 2.1170 | Parly 2; Westfield Parly 2
Rosny 2, Rosny-sous-Bois | 48.8810, 2.4790 | Rosny 2; Westfield Rosny 2
Créteil Soleil | 48.7800, 2.4570 | centre commercial Créteil Soleil
Île Seguin, La Seine musicale | 48.8240, 2.2320 | La Seine Musicale; Île Seguin; Seine Musicale
Vélodrome national de Saint-Quentin-en-Yvelines | 48.7880, 2.0350 | Vélodrome de Saint-Quentin-en-Yvelines; Vélodrome national
Saint-Quentin-en-Yvelines | 48.7870, 2.0440 | SQY; Saint-Quentin en Yvelines gare; St Quentin en Yvelines Montigny
Marne-la-Vallée (Val d'Europe) | 48.8540, 2.7760 | Marne-la-Vallée
Cergy-Pontoise | 49.0364, 2.0761 | Cergy Pontoise
Plateau de Saclay (École polytechnique) | 48.7130, 2.2090 | École polytechnique; Polytechnique Palaiseau; Plateau de Saclay; Paris-Saclay; université Paris-Saclay; CentraleSupélec
HEC Paris, Jouy-en-Josas | 48.7570, 2.1690 | HEC Paris; Campus HEC; HEC; HEC Jouy-en-Josas
INSEAD, Fontainebleau | 48.4050, 2.6850 | INSEAD; INSEAD Fontainebleau
Château de Fontainebleau | 48.4021, 2.7000 | Fontainebleau Castle; Palace of Fontainebleau
Château de Vaux-le-Vicomte | 48.5659, 2.7140 | Vaux-le-Vicomte
Château de Chantilly | 49.1938, 2.4853 | Chantilly Castle; hippodrome de Chantilly
Château de Vincennes | 48.8427, 2.4357 | Chateau de Vincennes métro
Parc zoologique de Thoiry | 48.8650, 1.7950 | Zoo de Thoiry; Thoiry Zoo; ZooSafari de Thoiry
Fondation Claude Monet, Giverny | 49.0755, 1.5337 | Maison de Claude Monet; Jardins de Monet; Monet's Garden; Monet Giverny; maison de Monet
Golf National, Guyancourt | 48.7530, 2.0750 | Golf National; Le Golf National
Hôpital américain de Paris, Neuilly-sur-Seine | 48.8926, 2.2760 | Hôpital américain; American Hospital of Paris; American Hospital; hôpital américain de Paris; hôpital américain de Neuilly
Institut Gustave-Roussy, Villejuif | 48.7945, 2.3490 | Gustave Roussy; Institut Gustave Roussy; IGR Villejuif
Hôpital Henri-Mondor, Créteil | 48.7975, 2.4530 | Henri Mondor
Hôpital Foch, Suresnes | 48.8700, 2.2200 |
Hôpital Beaujon, Clichy | 48.9085, 2.3100 | ?Beaujon
Hôpital Ambroise-Paré, Boulogne | 48.8490, 2.2370 | ?Ambroise Paré
Hôpital du Kremlin-Bicêtre | 48.8100, 2.3550 | Hôpital Bicêtre; CHU Bicêtre; Bicêtre
Paddock Paris outlet, Romainville | 48.8830, 2.4350 | Paddock Paris
Gare routière Paris-Bercy Seine | 48.8360, 2.3800 | Gare routière Bercy; Paris Bercy Seine; Bercy Seine; Flixbus Bercy; gare routière de Bercy
Gare routière internationale Gallieni, Bagnolet | 48.8650, 2.4160 | ?Gallieni; gare routière Gallieni; Paris Gallieni; gare Gallieni; Eurolines Gallieni
Héliport de Paris – Issy-les-Moulineaux | 48.8330, 2.2720 | Héliport de Paris; Héliport d'Issy; Paris Heliport; héliport d'Issy-les-Moulineaux; Héliport Paris
`,
);
