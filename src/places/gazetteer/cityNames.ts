// Foreign cities by the source's name and country, then what people write; the first of these is what the answer shows.
const TABLE = `
London GB: Londres, Londra
Brussels BE: Bruxelles, Brussel, Brüssel
Antwerpen BE: Anvers, Antwerp
Gent BE: Gand, Ghent
Brugge BE: Bruges
Kortrijk BE: Courtrai
Ostend BE: Ostende, Oostende
Leuven BE: Louvain
Mechelen BE: Malines
Knokke-Heist BE: Knokke-Heist, Knokke, Knokke le Zoute
Tournai BE: Tournai, Doornik
Liège BE: Liège, Luik
Namur BE: Namur, Namen
Genève CH: Genève, Geneva, Genf, Ginevra
Zürich CH: Zurich, Zuerich
Basel CH: Bâle, Basle
Bern CH: Berne
Luzern CH: Lucerne
Neuchâtel CH: Neuchâtel, Neuenburg
Sitten CH: Sion
Biel/Bienne CH: Bienne, Biel
Luxembourg LU: Luxembourg, Luxembourg-Ville, Luxembourg City, Luxemburg, Lëtzebuerg
Monaco MC: Monaco, Principauté de Monaco, Monaco-Ville
Andorra la Vella AD: Andorre-la-Vieille, Andorre, Andorra
Milan IT: Milan, Milano, Mailand
Turin IT: Turin, Torino
Genoa IT: Gênes, Genova
Florence IT: Florence, Firenze
Rome IT: Rome, Roma
Venice IT: Venise, Venezia
Naples IT: Naples, Napoli
Bologna IT: Bologne
Padova IT: Padoue
Verona IT: Vérone
Pisa IT: Pise
Parma IT: Parme
Bergamo IT: Bergame
Siena IT: Sienne
Aosta IT: Aoste
San Remo IT: San Remo, Sanremo
Ventimiglia IT: Vintimille, Ventimille
Cuneo IT: Coni
Savona IT: Savone
Barcelona ES: Barcelone
Zaragoza ES: Saragosse
Sevilla ES: Séville, Seville
Córdoba ES: Cordoue
Pamplona ES: Pampelune
Girona ES: Gérone, Gerona
Donostia / San Sebastián ES: Saint-Sébastien, San Sebastian, Donostia, Donostia San Sebastian
Figueres ES: Figueras
Tarragona ES: Tarragone
Lleida ES: Lleida, Lérida
Gasteiz / Vitoria ES: Vitoria-Gasteiz, Vitoria
The Hague NL: La Haye, Den Haag
Maastricht NL: Maastricht, Maëstricht
Köln DE: Cologne, Koeln
Munich DE: Munich, München, Muenchen
Frankfurt am Main DE: Francfort-sur-le-Main, Francfort, Frankfurt
Freiburg DE: Fribourg-en-Brisgau, Freiburg im Breisgau
Saarbrücken DE: Sarrebruck, Saarbruecken
Aachen DE: Aix-la-Chapelle
Trier DE: Trèves
Mainz DE: Mayence
Nürnberg DE: Nuremberg
Hannover DE: Hanovre
Hamburg DE: Hambourg
Düsseldorf DE: Düsseldorf, Duesseldorf
Koblenz DE: Coblence
Regensburg DE: Ratisbonne
Konstanz DE: Constance
Speyer DE: Spire
Offenburg DE: Offenbourg
Kehl DE: Kehl, Kehl am Rhein
Dover GB: Douvres
Canterbury GB: Cantorbéry
Edinburgh GB: Édimbourg
Lisbon PT: Lisbonne, Lisboa
Vienna AT: Vienne, Wien
Prague CZ: Prague, Praha
Warsaw PL: Varsovie, Warszawa
Kraków PL: Cracovie, Cracow
Copenhagen DK: Copenhague, København
Athens GR: Athènes
Moscow RU: Moscou
Bucharest RO: Bucarest
Marrakesh MA: Marrakech
Tangier MA: Tanger
Algiers DZ: Alger
New York City US: New York
`;

/** By the source's name and country, as "London GB". */
export const CITY_NAMES: ReadonlyMap<string, readonly string[]> = new Map(
  TABLE.trim()
    .split('\n')
    .map((line) => {
      const [city = '', names = ''] = line.split(':');
      return [city, names.split(',').map((name) => name.trim())];
    }),
);
