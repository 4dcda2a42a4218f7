/** A point of a crest on the map: metres to the right, metres away, and its height. */
export type MapPoint = readonly [east: number, north: number, height: number]

export interface Ridge {
  nodes: readonly MapPoint[]
  /** How far its slopes reach on both sides. */
  reach: number
  /** Distance between the ribs of its slopes. */
  ribs: number
  /** How crooked the crest is. */
  rough: number
  /** Shape of a slope: above 1 hollow, as of a mountain; below 1 round, as of a rock that ice ground. */
  hollow: number
}

const MOUNTAIN = { rough: 0.13, hollow: 1.22 }
const ROCK = { rough: 0.14, hollow: 0.8 }

/** From the summit of the great peak towards the eye. */
const greatRib: Ridge = {
  nodes: [
    [205, 1900, 720],
    [196, 1830, 610],
    [226, 1720, 480],
    [196, 1610, 330],
    [226, 1500, 190],
    [190, 1400, 80],
    [170, 1340, 10],
  ],
  reach: 330,
  ribs: 200,
  ...MOUNTAIN,
}

/** Its left skyline, down to the open fjord. */
const leftShoulder: Ridge = {
  nodes: [
    [205, 1900, 720],
    [150, 1930, 590],
    [92, 1950, 628],
    [30, 1990, 470],
    [-60, 2040, 380],
    [-130, 2060, 320],
    [-200, 2080, 430],
    [-250, 2100, 480],
    [-330, 2120, 330],
    [-420, 2160, 250],
    [-520, 2200, 120],
    [-600, 2230, 20],
  ],
  reach: 400,
  ribs: 220,
  ...MOUNTAIN,
}

const rightShoulder: Ridge = {
  nodes: [
    [205, 1900, 720],
    [252, 1930, 620],
    [300, 1960, 520],
    [372, 2000, 470],
    [430, 2030, 550],
    [462, 2050, 590],
    [510, 2080, 460],
    [600, 2100, 390],
    [720, 2150, 480],
    [790, 2180, 560],
    [900, 2200, 420],
    [1100, 2300, 460],
    [1400, 2400, 380],
  ],
  reach: 400,
  ribs: 220,
  ...MOUNTAIN,
}

/** The near slope on the right. */
const nearSlope: Ridge = {
  nodes: [
    [820, 1250, 520],
    [700, 1180, 400],
    [600, 1100, 330],
    [500, 1010, 220],
    [400, 930, 120],
    [330, 870, 50],
    [290, 830, 8],
  ],
  reach: 330,
  ribs: 280,
  ...MOUNTAIN,
}

const farRange: Ridge = {
  nodes: [
    [-4600, 6800, 700],
    [-4000, 6700, 560],
    [-3700, 6700, 820],
    [-3300, 6800, 480],
    [-2900, 6900, 640],
    [-2500, 7000, 420],
    [-2200, 7100, 500],
    [-1700, 7200, 240],
    [-1300, 7300, 60],
  ],
  reach: 1100,
  ribs: 990,
  ...MOUNTAIN,
}

/** The rocks that the cabin stands on. */
const headland: Ridge = {
  nodes: [
    [150, 205, 17],
    [112, 190, 9],
    [88, 178, 10],
    [64, 168, 4.6],
    [47, 160, 3.6],
    [34, 155, 2.2],
    [22, 153, 1.3],
  ],
  reach: 15,
  ribs: 16,
  ...ROCK,
}

/** A rock in the water before the eye. */
const skerry: Ridge = {
  nodes: [
    [-46, 61, 3.6],
    [-37, 60, 1.5],
    [-31.5, 59.5, 2.6],
    [-27, 59, 1.2],
    [-23, 58, 1.7],
    [-20.5, 57.5, 0.7],
  ],
  reach: 4.2,
  ribs: 6,
  ...ROCK,
}

const smallSkerry: Ridge = {
  nodes: [
    [-15, 56, 0.9],
    [-13.4, 56.5, 0.8],
  ],
  reach: 2,
  ribs: 3,
  ...ROCK,
}

export const ridges: readonly Ridge[] = [
  greatRib,
  leftShoulder,
  rightShoulder,
  nearSlope,
  farRange,
  headland,
  skerry,
  smallSkerry,
]
