// Real routes with their length and driving time without traffic, from road signs, route planners and residents. None was changed
// to suit the estimate. Most are accurate to a few per cent, the shortest to about ten.

/** An end of a route: as a rider would write it, and where it really is. */
export interface End {
  text: string;
  lat: number;
  lng: number;
}

export interface KnownRoute {
  from: End;
  to: End;
  km: number;
  minutes: number;
}

const at = (text: string, lat: number, lng: number): End => ({ text, lat, lng });
const road = (from: End, to: End, km: number, minutes: number): KnownRoute => ({ from, to, km, minutes });

const paris = at('Paris', 48.8566, 2.3522);
const lyon = at('Lyon', 45.764, 4.8357);
const marseille = at('Marseille', 43.2965, 5.3698);
const toulouse = at('Toulouse', 43.6045, 1.444);
const bordeaux = at('Bordeaux', 44.8378, -0.5792);
const nantes = at('Nantes', 47.2184, -1.5536);
const nice = at('Nice', 43.7009, 7.2684);
const strasbourg = at('Strasbourg', 48.5833, 7.7458);
const lille = at('Lille', 50.6366, 3.0635);
const rennes = at('Rennes', 48.1113, -1.68);
const brest = at('Brest', 48.3904, -4.4861);
const grenoble = at('Grenoble', 45.1885, 5.7245);
const montpellier = at('Montpellier', 43.6108, 3.8767);
const dijon = at('Dijon', 47.3215, 5.0415);
const clermont = at('Clermont-Ferrand', 45.7772, 3.087);
const metz = at('Metz', 49.1197, 6.1764);
const nancy = at('Nancy', 48.6937, 6.1834);
const caen = at('Caen', 49.1829, -0.3707);
const leHavre = at('Le Havre', 49.4938, 0.1077);
const annecy = at('Annecy', 45.8992, 6.1294);
const chambery = at('Chambéry', 45.5664, 5.9208);
const avignon = at('Avignon', 43.9493, 4.8055);
const nimes = at('Nîmes', 43.8374, 4.3601);
const larochelle = at('La Rochelle', 46.1603, -1.1511);
const biarritz = at('Biarritz', 43.4832, -1.5586);
const tours = at('Tours', 47.3941, 0.6848);
const poitiers = at('Poitiers', 46.5802, 0.3404);
const limoges = at('Limoges', 45.8336, 1.2611);
const reims = at('Reims', 49.2583, 4.0317);
const perpignan = at('Perpignan', 42.6987, 2.8956);
const orleans = at('Orléans', 47.903, 1.9093);
const colmar = at('Colmar', 48.0794, 7.3585);
const mulhouse = at('Mulhouse', 47.7508, 7.3359);
const calais = at('Calais', 50.9513, 1.8587);
const dunkerque = at('Dunkerque', 51.0344, 2.3768);
const saintMalo = at('Saint-Malo', 48.6493, -2.0257);
const deauville = at('Deauville', 49.3601, 0.0752);
const quimper = at('Quimper', 47.996, -4.1024);
const ajaccio = at('Ajaccio', 41.9192, 8.7386);
const bastia = at('Bastia', 42.6977, 9.4509);
const chamonix = at('Chamonix-Mont-Blanc', 45.9237, 6.8694);
const geneve = at('Genève', 46.2044, 6.1432);
const bruxelles = at('Bruxelles', 50.8467, 4.3525);
const luxembourg = at('Luxembourg', 49.6116, 6.1319);
const monaco = at('Monaco', 43.7384, 7.4246);
const cannes = at('Cannes', 43.5513, 7.0128);
const courchevel = at('Courchevel', 45.4154, 6.6347);
const beaune = at('Beaune 21200', 47.024, 4.8397);
const sarlat = at('Sarlat-la-Canéda', 44.89, 1.2167);
const gordes = at('Gordes 84220', 43.9115, 5.2);
const cavaillon = at('Cavaillon', 43.8369, 5.0375);
const saintRemy = at('Saint-Rémy-de-Provence', 43.7889, 4.8317);
const lesBaux = at('Les Baux-de-Provence', 43.744, 4.7953);
const saintTropez = at('Saint-Tropez', 43.2727, 6.6406);
const cdg = at('Aéroport CDG Terminal 2E', 49.0047, 2.5778);
const orly = at('Aéroport d’Orly', 48.7286, 2.3655);
const laDefense = at('La Défense', 48.8918, 2.2386);
const disneyland = at('Disneyland Paris', 48.8704, 2.7797);
const niceAirport = at('Aéroport Nice Côte d’Azur', 43.6654, 7.2149);
const lyonAirport = at('Aéroport Lyon Saint-Exupéry', 45.7211, 5.0811);
const geneveAirport = at('Aéroport de Genève', 46.2305, 6.1089);
const gareDeLyon = at('Gare de Lyon, Paris', 48.8443, 2.3744);
const gareDuNord = at('Gare du Nord, Paris', 48.8809, 2.3553);
const gareMontparnasse = at('Gare Montparnasse, Paris', 48.8412, 2.3205);
const partDieu = at('Gare de Lyon Part-Dieu', 45.7605, 4.8596);
const matabiau = at('Gare de Toulouse Matabiau', 43.6112, 1.4537);
const bordeauxStJean = at('Gare de Bordeaux Saint-Jean', 44.8259, -0.5562);

const farApart = [
  road(paris, lyon, 465, 270),
  road(paris, marseille, 775, 445),
  road(paris, bordeaux, 585, 340),
  road(paris, strasbourg, 490, 285),
  road(paris, nantes, 385, 235),
  road(paris, rennes, 350, 215),
  road(paris, toulouse, 680, 395),
  road(paris, nice, 930, 530),
  road(paris, clermont, 425, 245),
  road(paris, dijon, 315, 190),
  road(paris, brest, 590, 350),
  road(paris, grenoble, 575, 330),
  road(paris, larochelle, 470, 280),
  road(paris, saintMalo, 410, 250),
  road(paris, chamonix, 610, 350),
  road(paris, courchevel, 655, 385),
  road(paris, geneve, 540, 315),
  road(paris, bruxelles, 312, 205),
  road(paris, luxembourg, 373, 230),
  road(lyon, marseille, 315, 190),
  road(lyon, bordeaux, 555, 330),
  road(lyon, nice, 470, 280),
  road(lyon, strasbourg, 490, 290),
  road(lille, lyon, 690, 405),
  road(bordeaux, nantes, 347, 210),
  road(toulouse, nice, 560, 325),
  road(strasbourg, marseille, 800, 455),
  road(nice, at('Milan, Italie', 45.4642, 9.19), 315, 205),
];

const regions = [
  road(paris, lille, 225, 145),
  road(paris, reims, 145, 95),
  road(paris, orleans, 133, 95),
  road(paris, at('Rouen', 49.4431, 1.0993), 135, 97),
  road(paris, leHavre, 197, 135),
  road(paris, deauville, 198, 135),
  road(paris, at('Amiens', 49.8941, 2.2958), 145, 100),
  road(paris, tours, 240, 150),
  road(paris, at('Le Mans', 48.0077, 0.1984), 208, 133),
  road(lyon, grenoble, 112, 77),
  road(lyon, annecy, 145, 97),
  road(lyon, geneve, 150, 105),
  road(lyon, clermont, 166, 110),
  road(lyon, dijon, 195, 122),
  road(marseille, nice, 200, 133),
  road(marseille, montpellier, 170, 110),
  road(toulouse, bordeaux, 245, 150),
  road(toulouse, montpellier, 242, 150),
  road(toulouse, at('Pau', 43.2951, -0.3708), 195, 122),
  road(toulouse, at('Andorre-la-Vieille', 42.5063, 1.5218), 185, 160),
  road(bordeaux, biarritz, 200, 125),
  road(bordeaux, larochelle, 185, 125),
  road(nantes, rennes, 113, 80),
  road(brest, rennes, 243, 155),
  road(caen, rennes, 187, 120),
  road(caen, at('Cherbourg-en-Cotentin', 49.6337, -1.6221), 124, 83),
  road(strasbourg, metz, 163, 105),
  road(strasbourg, mulhouse, 115, 76),
  road(nancy, dijon, 215, 132),
  road(lille, bruxelles, 117, 82),
  road(nice, at('Gênes, Italie', 44.4056, 8.9463), 197, 130),
  road(perpignan, at('Barcelone', 41.3874, 2.1686), 195, 125),
  road(perpignan, toulouse, 205, 127),
  road(poitiers, limoges, 125, 105),
  road(tours, poitiers, 103, 70),
  road(clermont, at('Le Puy-en-Velay', 45.0434, 3.885), 130, 97),
  road(reims, at('Troyes', 48.2973, 4.0744), 127, 82),
  road(grenoble, at('Briançon', 44.8991, 6.643), 117, 130),
  road(lyonAirport, courchevel, 187, 133),
  road(lyonAirport, at('Val Thorens', 45.298, 6.58), 193, 150),
  road(ajaccio, bastia, 152, 150),
  road(ajaccio, at('Bonifacio', 41.3871, 9.1594), 132, 140),
];

const neighbouringTowns = [
  road(chamonix, geneveAirport, 102, 75),
  road(marseille, avignon, 103, 70),
  road(paris, disneyland, 42, 42),
  road(paris, at('Fontainebleau', 48.4047, 2.7016), 67, 60),
  road(paris, at('Chartres', 48.4469, 1.4884), 91, 74),
  road(paris, at('Giverny', 49.0757, 1.5333), 76, 66),
  road(paris, at('Meaux', 48.9603, 2.8787), 53, 50),
  road(cdg, laDefense, 32, 34),
  road(cdg, orly, 46, 45),
  road(cdg, disneyland, 43, 36),
  road(nice, cannes, 33, 38),
  road(niceAirport, saintTropez, 97, 87),
  road(niceAirport, monaco, 30, 32),
  road(geneve, annecy, 43, 45),
  road(annecy, chambery, 51, 42),
  road(annecy, chamonix, 97, 72),
  road(grenoble, chambery, 57, 46),
  road(grenoble, at('L’Alpe d’Huez', 45.0922, 6.0689), 63, 72),
  road(at('Gap', 44.5594, 6.0786), at('Briançon', 44.8991, 6.643), 88, 84),
  road(at('Mende', 44.5183, 3.5006), at('Le Puy-en-Velay', 45.0434, 3.885), 90, 88),
  road(at('Bourg-Saint-Maurice', 45.6186, 6.7693), at('Val-d’Isère', 45.4484, 6.9777), 31, 40),
  road(at('Lourdes', 43.0945, -0.0458), at('Gavarnie', 42.7353, -0.0085), 50, 58),
  road(nice, at('Isola 2000', 44.186, 7.158), 92, 100),
  road(bastia, at('Corte', 42.3064, 9.149), 69, 65),
  road(bastia, at('Calvi', 42.5677, 8.7573), 93, 90),
  road(marseille, at('Aix-en-Provence', 43.5297, 5.4474), 32, 33),
  road(marseille, at('Toulon', 43.1242, 5.928), 66, 52),
  road(montpellier, nimes, 55, 48),
  road(nimes, avignon, 46, 45),
  road(toulouse, at('Montauban', 44.0176, 1.3549), 53, 43),
  road(toulouse, at('Albi', 43.9289, 2.1464), 76, 58),
  road(toulouse, at('Carcassonne', 43.2122, 2.3537), 93, 63),
  road(bordeaux, at('Arcachon', 44.6586, -1.1689), 67, 55),
  road(nantes, at('Saint-Nazaire 44600', 47.2735, -2.2138), 64, 50),
  road(nantes, at('Angers', 47.4712, -0.5518), 91, 64),
  road(rennes, saintMalo, 71, 55),
  road(brest, quimper, 72, 53),
  road(quimper, at('Lorient', 47.7483, -3.37), 69, 48),
  road(leHavre, deauville, 41, 38),
  road(leHavre, at('Rouen', 49.4431, 1.0993), 89, 65),
  road(lille, dunkerque, 76, 56),
  road(lille, at('Arras', 50.2911, 2.7775), 53, 46),
  road(lille, at('Valenciennes', 50.3581, 3.5234), 53, 44),
  road(calais, dunkerque, 46, 37),
  road(calais, at('Boulogne-sur-Mer', 50.7255, 1.6139), 35, 32),
  road(metz, nancy, 57, 47),
  road(metz, luxembourg, 64, 50),
  road(metz, at('Sarrebruck', 49.2354, 6.9969), 69, 50),
  road(strasbourg, colmar, 74, 55),
  road(colmar, mulhouse, 43, 37),
  road(dijon, beaune, 45, 38),
  road(dijon, at('Besançon', 47.2378, 6.0241), 93, 66),
  road(lyon, at('Saint-Étienne', 45.4397, 4.3872), 62, 54),
  road(lyon, at('Villefranche-sur-Saône', 45.9854, 4.7187), 34, 34),
  road(limoges, at('Périgueux', 45.1842, 0.7211), 95, 82),
  road(at('Royan', 45.6232, -1.0283), at('Saintes', 45.7465, -0.6323), 38, 37),
  road(larochelle, at('Rochefort 17300', 45.937, -0.9593), 35, 32),
  road(at('Saint-Denis, La Réunion', -20.8789, 55.4481), at('Saint-Pierre 97410', -21.3416, 55.4781), 82, 68),
  road(at('Pointe-à-Pitre', 16.2411, -61.5331), at('Basse-Terre', 15.9985, -61.7261), 60, 63),
  road(at('Cayenne', 4.9372, -52.326), at('Kourou', 5.1597, -52.6503), 60, 54),
];

const townAndCountry = [
  road(gareDuNord, cdg, 25, 28),
  road(gareDeLyon, orly, 16, 22),
  road(paris, at('Château de Versailles', 48.8049, 2.1204), 22, 33),
  road(partDieu, lyonAirport, 24, 28),
  road(
    at('Gare de Marseille Saint-Charles', 43.3027, 5.3803),
    at('Aéroport Marseille Provence', 43.4384, 5.2144),
    26,
    26,
  ),
  road(nice, monaco, 21, 30),
  road(niceAirport, cannes, 27, 29),
  road(cannes, at('Grasse', 43.6589, 6.9239), 17.5, 28),
  road(cannes, at('Antibes', 43.5808, 7.1251), 11.5, 20),
  road(at('Moûtiers 73600', 45.4842, 6.5311), courchevel, 24, 32),
  road(chamonix, at('Megève', 45.8567, 6.6175), 35, 38),
  road(at('Calvi', 42.5677, 8.7573), at('L’Île-Rousse', 42.6342, 8.9372), 24, 28),
  road(at('Propriano', 41.6757, 8.9046), at('Sartène', 41.6214, 8.9747), 13, 17),
  road(colmar, at('Kaysersberg', 48.1386, 7.2636), 11.5, 17),
  road(colmar, at('Riquewihr', 48.1667, 7.2975), 14, 20),
  road(beaune, at('Nuits-Saint-Georges', 47.1364, 4.9494), 17, 19),
  road(sarlat, at('Domme 24250', 44.8006, 1.2136), 13, 19),
  road(gordes, cavaillon, 17, 23),
  road(gordes, at('Roussillon 84220', 43.9022, 5.2928), 10, 15),
  road(saintRemy, avignon, 21, 29),
  road(at('L’Isle-sur-la-Sorgue', 43.9194, 5.0514), cavaillon, 10.5, 15),
  road(at('Arles', 43.6767, 4.6278), lesBaux, 18, 24),
  road(saintTropez, at('Sainte-Maxime', 43.3092, 6.6378), 14, 22),
  road(larochelle, at('Saint-Martin-de-Ré', 46.2033, -1.3672), 24, 31),
  road(saintMalo, at('Dinard', 48.6325, -2.0581), 11, 17),
  road(saintMalo, at('Cancale', 48.6764, -1.8517), 15, 22),
  road(at('Vannes', 47.6582, -2.7608), at('Auray', 47.6686, -2.9825), 19, 20),
  road(at('Auray', 47.6686, -2.9825), at('Carnac', 47.5845, -3.0784), 14, 19),
  road(at('Quiberon', 47.4839, -3.1192), at('Carnac', 47.5845, -3.0784), 18, 26),
  road(quimper, at('Concarneau', 47.8736, -3.9179), 24, 26),
  road(caen, at('Bayeux', 49.2764, -0.7028), 30, 28),
  road(at('Bayeux', 49.2764, -0.7028), at('Arromanches-les-Bains', 49.3392, -0.6214), 11, 15),
  road(at('Honfleur', 49.4189, 0.2331), deauville, 16, 23),
  road(at('Honfleur', 49.4189, 0.2331), leHavre, 25, 26),
  road(leHavre, at('Étretat', 49.7069, 0.2056), 28, 34),
  road(at('Amboise', 47.4131, 0.9825), tours, 26, 31),
  road(at('Amboise', 47.4131, 0.9825), at('Chenonceaux', 47.3308, 1.0686), 13.5, 17),
  road(at('Blois', 47.5861, 1.3359), at('Chambord 41250', 47.6161, 1.5172), 17, 21),
  road(reims, at('Épernay', 49.0431, 3.9597), 27, 31),
  road(at('Lens 62300', 50.4292, 2.8319), at('Arras', 50.2911, 2.7775), 19, 24),
  road(lille, at('Roubaix', 50.6916, 3.1744), 13, 20),
  road(lille, at('Tournai', 50.6057, 3.388), 28, 30),
  road(biarritz, at('Saint-Jean-de-Luz', 43.3883, -1.6631), 16, 22),
  road(at('Hendaye', 43.3586, -1.7744), at('Saint-Sébastien, Espagne', 43.3183, -1.9812), 21, 24),
  road(at('Aéroport de Strasbourg', 48.5444, 7.6277), strasbourg, 14, 19),
  road(at('Aéroport de Lille-Lesquin', 50.5719, 3.1061), at('Gare de Lille Europe', 50.6392, 3.0757), 11, 13),
  road(clermont, at('Riom', 45.8942, 3.1131), 15, 20),
];

const nextDoor = [
  road(gareDuNord, gareDeLyon, 4.7, 16),
  road(gareMontparnasse, gareDeLyon, 4.9, 17),
  road(laDefense, at('48.8738,2.2950', 48.8738, 2.295), 5.6, 11),
  road(partDieu, at('Gare de Lyon Perrache', 45.7485, 4.8259), 3.9, 13),
  road(niceAirport, at('Gare de Nice-Ville', 43.7046, 7.2619), 7, 14),
  road(matabiau, at('Aéroport Toulouse-Blagnac', 43.6293, 1.3638), 9.5, 17),
  road(at('Roubaix', 50.6916, 3.1744), at('Tourcoing', 50.7239, 3.1612), 4.2, 10),
  road(biarritz, at('Bayonne', 43.4933, -1.4748), 8, 16),
  road(beaune, at('Meursault', 46.9786, 4.7689), 8, 11),
  road(beaune, at('Pommard', 47.0092, 4.7958), 4, 6),
  road(colmar, at('Eguisheim', 48.0428, 7.3064), 7, 11),
  road(at('Saint-Émilion', 44.8939, -0.1558), at('Libourne', 44.9147, -0.2439), 8, 12),
  road(saintRemy, lesBaux, 9.5, 14),
  road(at('Le Mont-Dore 63240', 45.5758, 2.8094), at('La Bourboule', 45.5897, 2.7392), 7, 11),
  road(chamonix, at('Les Houches 74310', 45.8908, 6.7989), 8, 12),
  road(at('Megève', 45.8567, 6.6175), at('Combloux', 45.8969, 6.6422), 5.5, 10),
  road(deauville, at('Villers-sur-Mer', 49.3228, 0.0003), 8, 13),
  road(at('Cabourg', 49.2914, -0.1181), at('Houlgate', 49.3003, -0.0792), 5, 9),
  road(at('Guérande', 47.3281, -2.4292), at('La Baule-Escoublac', 47.2869, -2.3908), 7, 13),
  road(strasbourg, at('Kehl, Allemagne', 48.5731, 7.8153), 6.5, 14),
];

const roundTheCorner = [
  road(gareDuNord, at('Gare de l’Est, Paris', 48.8768, 2.3592), 0.8, 4),
  road(at('Gare d’Austerlitz, Paris', 48.8422, 2.3649), gareDeLyon, 1.1, 5),
  road(at('Gare Saint-Lazare, Paris', 48.8763, 2.3254), gareDuNord, 2.6, 10),
  road(matabiau, at('43.6044,1.4434', 43.6044, 1.4434), 1.6, 7),
  road(bordeauxStJean, at('44.8414,-0.5703', 44.8414, -0.5703), 2.5, 9),
  road(at('Gare de Nice-Ville', 43.7046, 7.2619), at('43.6973,7.2703', 43.6973, 7.2703), 1.4, 6),
  road(deauville, at('Trouville-sur-Mer', 49.3658, 0.0811), 1.3, 5),
  road(at('Nuits-Saint-Georges', 47.1364, 4.9494), at('Vosne-Romanée', 47.1603, 4.9547), 2.9, 5),
  road(at('Riquewihr', 48.1667, 7.2975), at('Hunawihr', 48.1797, 7.3117), 2.5, 6),
  road(at('Vincennes', 48.8477, 2.439), at('Saint-Mandé', 48.8423, 2.4187), 1.9, 7),
];

export const routes: readonly KnownRoute[] = [
  ...farApart,
  ...regions,
  ...neighbouringTowns,
  ...townAndCountry,
  ...nextDoor,
  ...roundTheCorner,
];
