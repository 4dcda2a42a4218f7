/** What the map's shores include, in degrees; elsewhere there would be nothing but sea. */
const NORTH = { west: -75, east: 46, south: 50, north: 84 }

/** Whether a place is on the map: degrees east, degrees north. */
export function isNorth([longitude, latitude]: readonly [number, number]): boolean {
  const { west, east, south, north } = NORTH
  return longitude > west && longitude < east && latitude > south && latitude < north
}
