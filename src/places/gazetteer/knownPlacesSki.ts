import { knownPlaces } from './knownPlace.ts';

// Resorts often stand high above the village that gives the commune its point, so each has its own.
export const SKI_RESORTS = knownPlaces(
  'place',
  `
Chamonix-Mont-Blanc | 45.9237, 6.8694 | Chamonix; Chamonix centre; Chamonix Mont Blanc France
Argentière (Chamonix) | 45.9830, 6.9260 | ?Argentière; Les Grands Montets
Les Houches | 45.8905, 6.7990 | Les Houches Chamonix
Courchevel 1850 | 45.4154, 6.6346 | Courchevel; Courchevel Village 1850; Courchevel 1850 centre
Courchevel Moriond (1650) | 45.4170, 6.6530 | Courchevel 1650; Courchevel Moriond
Courchevel Village (1550) | 45.4230, 6.6350 | Courchevel 1550; Courchevel Village
Courchevel Le Praz (1300) | 45.4316, 6.6240 | Courchevel 1300; Le Praz Courchevel; Courchevel Le Praz; Courchevel Saint-Bon
La Tania | 45.4310, 6.5960 | La Tania Courchevel
Méribel | 45.3968, 6.5657 | Meribel Centre; Méribel les Allues; Meribel Village
Méribel-Mottaret | 45.3708, 6.5830 | Mottaret; Meribel Mottaret
Brides-les-Bains | 45.4530, 6.5670 |
Val Thorens | 45.2980, 6.5800 | Val Thorens Les Belleville; Val Tho
Les Menuires | 45.3240, 6.5380 | Menuires
Saint-Martin-de-Belleville | 45.3800, 6.5050 | Saint Martin de Belleville
Tignes | 45.4683, 6.9056 | Tignes le Lac; Tignes 2100; Tignes Lavachet
Tignes Val Claret | 45.4570, 6.9010 | Val Claret; Tignes Val Claret
Tignes 1800 Les Boisses | 45.4940, 6.9250 | Tignes les Boisses; Tignes 1800; Tignes les Brévières
Val-d'Isère | 45.4481, 6.9797 | Val d'Isère; Val Disere; Val d'Isere La Daille
Les Arcs 1800 | 45.5730, 6.7790 | Arc 1800; Les Arcs station; Les Arcs Savoie; Les Arcs Bourg-Saint-Maurice; ?Les Arcs
Les Arcs 1600 | 45.5960, 6.7930 | Arc 1600; Les Arcs Pierre Blanche
Les Arcs 1950 | 45.5730, 6.8290 | Arc 1950; Arc 1950 Le Village
Les Arcs 2000 | 45.5710, 6.8300 | Arc 2000
Peisey-Vallandry | 45.5530, 6.7570 | Vallandry; Peisey Vallandry; Plan Peisey
La Plagne | 45.5060, 6.6780 | Plagne Centre; La Plagne Centre; Plagne Bellecôte; La Plagne station; Plagne Villages; Aime 2000; Plagne Aime 2000
Belle Plagne | 45.5080, 6.7060 | La Plagne Belle Plagne
Montchavin-Les Coches | 45.5560, 6.7330 | Montchavin; Les Coches; Montchavin les Coches; Plagne Montchavin
Champagny-en-Vanoise | 45.4560, 6.6930 | Champagny
Pralognan-la-Vanoise | 45.3810, 6.7220 | Pralognan
La Rosière | 45.6270, 6.8510 | La Rosière 1850; La Rosiere Montvalezan; Montvalezan La Rosière
Sainte-Foy-Tarentaise | 45.6220, 6.8890 | Sainte-Foy station; Sainte Foy Tarentaise station
Valmorel | 45.4620, 6.4430 | Valmorel station
Saint-François-Longchamp | 45.4190, 6.3640 |
Les Saisies | 45.7570, 6.5350 | Les Saisies Hauteluce
Arêches-Beaufort | 45.6880, 6.5660 | Arêches; Areches Beaufort
Notre-Dame-de-Bellecombe | 45.8090, 6.5180 |
Megève | 45.8570, 6.6180 | Megeve centre; Megève Mont d'Arbois; Mont d'Arbois; Megève village
Four Seasons Hotel Megève | 45.8540, 6.6400 | Four Seasons Megève
Combloux | 45.8960, 6.6420 |
Saint-Gervais-les-Bains | 45.8920, 6.7120 | Saint-Gervais Mont-Blanc; Saint Gervais les Bains
Les Contamines-Montjoie | 45.8220, 6.7280 | Les Contamines
La Clusaz | 45.9045, 6.4236 |
Le Grand-Bornand | 45.9420, 6.4280 | Grand Bornand; Le Grand Bo; Le Chinaillon; Grand-Bornand Chinaillon
Morzine | 46.1790, 6.7090 | Morzine Centre
Avoriaz | 46.1925, 6.7735 | Avoriaz 1800; Morzine Avoriaz; Avoriaz accueil; Avoriaz Prodains
Les Gets | 46.1590, 6.6700 |
Châtel | 46.2660, 6.8410 | Chatel Haute-Savoie
Flaine | 46.0070, 6.6900 | Flaine Forum; Flaine Montsoleil
Les Carroz d'Arâches | 46.0260, 6.6430 | Les Carroz; Carroz d'Araches
Samoëns | 46.0830, 6.7270 | Samoens 1600
Morillon | 46.0830, 6.6760 | Morillon 1100
Praz-sur-Arly | 45.8370, 6.5720 |
Alpe d'Huez | 45.0920, 6.0700 | L'Alpe d'Huez; Alpe d'Huez 1860; Alpes d'Huez
Les Deux Alpes | 45.0070, 6.1220 | Les 2 Alpes; 2 Alpes; Deux Alpes; Les Deux-Alpes 1650
Oz-en-Oisans station | 45.1270, 6.0720 | Oz en Oisans; Oz 3300; Oz station
Vaujany | 45.1570, 6.0780 |
Chamrousse | 45.1130, 5.8760 | Chamrousse 1650; Chamrousse Recoin; Chamrousse 1750
Les Sept Laux, Prapoutel | 45.2580, 5.9940 | Les 7 Laux; 7 Laux; Prapoutel; Les Sept Laux
Villard-de-Lans | 45.0710, 5.5510 | Villard de Lans; Villard Correncon
Valloire | 45.1650, 6.4290 | Valloire Galibier
Valmeinier | 45.1660, 6.4820 | Valmeinier 1800; Valmeinier 1500
Le Corbier | 45.2420, 6.2700 |
La Toussuire | 45.2570, 6.2590 |
Saint-Sorlin-d'Arves | 45.2210, 6.2320 |
Les Karellis | 45.2280, 6.4060 |
La Norma | 45.2000, 6.6990 |
Aussois | 45.2280, 6.7420 |
Val Cenis | 45.2880, 6.9000 | Val Cenis Lanslebourg; Lanslebourg; Val Cenis Lanslevillard; Val Cenis Termignon
Bonneval-sur-Arc | 45.3720, 7.0470 |
Serre Chevalier-Villeneuve | 44.9450, 6.5570 | Serre Chevalier; Serre Che; Serre Chevalier 1400; Serre-Chevalier; Serre Chevalier Villeneuve
Serre Chevalier-Chantemerle | 44.9370, 6.5880 | ?Chantemerle; Serre Chevalier 1350; Serre Chevalier Chantemerle
Le Monêtier-les-Bains | 44.9750, 6.5080 | Serre Chevalier 1500; Monêtier; Serre Chevalier Monêtier
Montgenèvre | 44.9310, 6.7230 |
Vars Les Claux | 44.5740, 6.6800 | Vars; Vars station; Vars Sainte-Marie
Risoul 1850 | 44.6220, 6.6370 | Risoul; Risoul station
Les Orres | 44.4985, 6.5560 | Les Orres 1650; Les Orres 1800
Orcières Merlette | 44.6950, 6.3250 | Orcières 1850; Merlette; Orcières-Merlette
Superdévoluy | 44.6770, 5.9270 | SuperDévoluy; La Joue du Loup
Puy-Saint-Vincent | 44.8230, 6.4860 | Puy Saint Vincent 1600
La Grave-La Meije | 45.0460, 6.3060 | ?La Grave; La Grave la Meije
Pra-Loup | 44.3680, 6.6040 | Pra Loup; Praloup
Le Sauze, Enchastrayes | 44.3700, 6.6800 | Le Sauze
Isola 2000 | 44.1870, 7.1580 |
Auron | 44.2270, 6.9300 | Auron Saint-Étienne-de-Tinée
Valberg | 44.0960, 6.9300 |
La Foux d'Allos | 44.2950, 6.5680 | Val d'Allos; Val d'Allos 1800; La Foux
Font-Romeu | 42.5060, 2.0390 | Font Romeu; Font-Romeu Odeillo Via; Pyrénées 2000; Bolquère Pyrénées 2000
Les Angles 1600, Pyrénées-Orientales | 42.5770, 2.0720 | Les Angles station; ?Les Angles
Ax 3 Domaines, Bonascre | 42.7010, 1.8130 | Ax 3 Domaines; Bonascre; Ax les Thermes station
Saint-Lary-Soulan | 42.8160, 0.3230 | Saint-Lary; Saint Lary; Pla d'Adet; Saint-Lary Pla d'Adet
Piau-Engaly | 42.7850, 0.1580 | Piau Engaly
Peyragudes | 42.7950, 0.4400 | Peyresourde Balestas
Luchon-Superbagnères | 42.7900, 0.5930 | Luchon; Superbagnères; Bagnères-de-Luchon
La Mongie | 42.9100, 0.1800 | La Mongie 1800; Grand Tourmalet
Barèges | 42.8960, 0.0640 |
Luz-Ardiden | 42.8750, -0.0390 | Luz Ardiden
Cauterets | 42.8880, -0.1150 | Cauterets Pont d'Espagne
Gourette | 42.9590, -0.3320 | Gourette Eaux-Bonnes
La Pierre Saint-Martin | 42.9780, -0.7480 | La Pierre Saint Martin; Arette Pierre Saint-Martin
Super-Besse | 45.5070, 2.8550 | Super Besse; Superbesse
Le Mont-Dore | 45.5760, 2.8090 | Mont Dore
Le Lioran | 45.0870, 2.7490 | Super Lioran; Lioran
Métabief | 46.7730, 6.3520 |
Les Rousses | 46.4850, 6.0620 | Les Rousses station
La Bresse-Hohneck | 48.0390, 6.9650 | La Bresse Hohneck; Hohneck
Gérardmer | 48.0730, 6.8780 | Gerardmer lac
Le Markstein | 47.9240, 7.0310 | Markstein
`,
);
