/** Degrees east, degrees north. */
export type Place = [longitude: number, latitude: number]

/** A line on the chart: its width and how opaque it is. */
export type Echo = [width: number, opacity: number]

export interface Inks {
  sea: string
  land: string
  shore: string
  relief: string
  graticule: string
}

export interface Stop {
  place: Place
  name: string
  /** Where the name begins, ends or has its middle, from the middle of the stop. */
  nameOffset: [x: number, y: number]
  anchor: 'start' | 'middle' | 'end'
}

export interface Lake {
  from: Place
  to: Place
  halfWidth: number
}

export interface Hill {
  place: Place
  halfWidth: number
  halfHeight: number
}

export interface RouteChart {
  inks: Inks
  centre: Place
  parallels: [south: number, north: number]
  scale: number
  graticule: { west: number; east: number; south: number; north: number; stepNorth: number }
  compass: [x: number, y: number]
  /** Lines inside the shore, from the widest to the narrowest. */
  reliefEchoes: Echo[]
  hasBorders: boolean
  rivers: Place[][]
  lakes: Lake[]
  hills: Hill[]
  legs: Place[][]
  stops: Stop[]
  soundings: { x: number; y: number; text: string }[]
  seas: { x: number; y: number; rotation: number; letterSpacing: number; text: string }[]
}

const bodo: Place = [14.38, 67.28]
const svolvaer: Place = [14.57, 68.23]
const henningsvaer: Place = [14.2, 68.15]

const lofoten: RouteChart = {
  inks: {
    sea: '#E3E9DF',
    land: '#F7F2E6',
    shore: '#4F7562',
    relief: '#8A7A52',
    graticule: '#96703F',
  },
  centre: [14, 67.83],
  parallels: [67, 69],
  scale: 13200,
  graticule: { west: 10, east: 18, south: 66.5, north: 69.5, stepNorth: 0.5 },
  compass: [62, 410],
  reliefEchoes: [
    [30, 0.22],
    [19, 0.32],
    [10, 0.42],
  ],
  hasBorders: false,
  rivers: [],
  lakes: [],
  hills: [],
  legs: [
    [bodo, [14.62, 67.62], [14.75, 67.95], svolvaer],
    [svolvaer, [14.8, 68.2], [15.02, 68.26], [14.93, 68.36]],
    [svolvaer, [14.4, 68.13], henningsvaer],
    [henningsvaer, [13.9, 67.98], [13.5, 67.88], [13.09, 67.93]],
  ],
  stops: [
    { place: bodo, name: 'Bodø', nameOffset: [-13, 5], anchor: 'end' },
    { place: svolvaer, name: 'Svolvær', nameOffset: [-8, -14], anchor: 'end' },
    { place: [14.93, 68.36], name: 'Trollfjord', nameOffset: [-2, -13], anchor: 'middle' },
    { place: henningsvaer, name: 'Henningsvær', nameOffset: [-6, 22], anchor: 'end' },
    { place: [13.09, 67.93], name: 'Reine', nameOffset: [-14, 5], anchor: 'end' },
  ],
  soundings: [
    { x: 150, y: 360, text: '186' },
    { x: 150, y: 258, text: '244' },
    { x: 110, y: 330, text: '120' },
    { x: 60, y: 250, text: '96' },
    { x: 60, y: 70, text: '164' },
    { x: 130, y: 80, text: '71' },
    { x: 215, y: 205, text: '38' },
  ],
  seas: [
    { x: 190, y: 318, rotation: -40, letterSpacing: 4, text: 'Vestfjorden' },
    { x: 95, y: 150, rotation: -36, letterSpacing: 3, text: 'Norwegian Sea' },
  ],
}

const jokkmokk: Place = [19.85, 66.61]
const kiruna: Place = [20.25, 67.86]

const lapland: RouteChart = {
  inks: {
    sea: '#0C1D1B',
    land: '#1C3D37',
    shore: '#A6C8C2',
    relief: '#9CC0BA',
    graticule: '#D9B98A',
  },
  centre: [19.9, 67],
  parallels: [65, 69],
  scale: 5600,
  graticule: { west: 12, east: 28, south: 64, north: 70, stepNorth: 1 },
  compass: [58, 420],
  reliefEchoes: [
    [60, 0.16],
    [44, 0.2],
    [30, 0.24],
    [18, 0.3],
    [9, 0.38],
  ],
  hasBorders: true,
  rivers: [
    [
      [19.9, 68.22],
      [20.6, 67.85],
      [21.6, 67.68],
      [23.4, 67.2],
      [23.65, 66.39],
      [24.1, 65.8],
    ],
    [
      [19, 67.85],
      [20.2, 67.55],
      [21.2, 67.4],
      [22.6, 67.1],
      [22.85, 66.33],
      [23.1, 65.82],
    ],
    [
      [18.6, 67.35],
      [19.9, 66.98],
      [20.3, 66.7],
      [20.6, 66.43],
      [21.7, 65.83],
      [22.1, 65.6],
    ],
    [
      [17, 66.95],
      [18.2, 66.55],
      [19.3, 66.2],
      [21, 65.67],
      [21.45, 65.33],
    ],
    [
      [17.9, 66.1],
      [18.7, 65.75],
      [19.6, 65.4],
      [20.6, 64.95],
      [21.2, 64.7],
    ],
  ],
  lakes: [
    { from: [18.25, 68.45], to: [19.95, 68.2], halfWidth: 5 },
    { from: [16.9, 67.8], to: [18.5, 67.5], halfWidth: 5 },
    { from: [18.7, 67.3], to: [19.9, 66.98], halfWidth: 4 },
    { from: [17.1, 66.6], to: [17.95, 66.1], halfWidth: 6 },
    { from: [17.9, 66.1], to: [18.8, 65.75], halfWidth: 4 },
    { from: [17.6, 67.05], to: [18.3, 66.95], halfWidth: 3 },
    { from: [19.4, 66.62], to: [20, 66.35], halfWidth: 3 },
    { from: [20.9, 68.1], to: [21.4, 68.02], halfWidth: 2.4 },
    { from: [21.9, 66.5], to: [22.2, 66.3], halfWidth: 2.4 },
  ],
  hills: [
    { place: [18.7, 67.92], halfWidth: 27, halfHeight: 12 },
    { place: [17.75, 67.33], halfWidth: 30, halfHeight: 12 },
    { place: [16.75, 66.75], halfWidth: 23, halfHeight: 11 },
    { place: [21.6, 66.95], halfWidth: 17, halfHeight: 8 },
  ],
  legs: [
    [[22.15, 65.6], [21.4, 66.1], [20.7, 66.3], jokkmokk],
    [jokkmokk, [20.4, 67], [20.75, 67.35], kiruna],
    [kiruna, [19.9, 68.1], [19.3, 68.22], [18.8, 68.33]],
  ],
  stops: [
    { place: [22.15, 65.6], name: 'Luleå', nameOffset: [13, 6], anchor: 'start' },
    { place: jokkmokk, name: 'Jokkmokk', nameOffset: [-2, 24], anchor: 'middle' },
    { place: kiruna, name: 'Kiruna', nameOffset: [14, 5], anchor: 'start' },
    { place: [18.8, 68.33], name: 'Abisko', nameOffset: [6, -14], anchor: 'start' },
  ],
  soundings: [],
  seas: [{ x: 345, y: 440, rotation: -40, letterSpacing: 3, text: 'Bothnia' }],
}

const funen: Place = [10.55, 55.22]
const aarhus: Place = [10.2, 56.16]

const denmark: RouteChart = {
  inks: {
    sea: '#DFE5D6',
    land: '#F1E7D3',
    shore: '#5E7F6C',
    relief: '#6A7F62',
    graticule: '#96703F',
  },
  centre: [10.75, 56.35],
  parallels: [55, 57.5],
  scale: 6350,
  graticule: { west: 6, east: 16, south: 53, north: 60, stepNorth: 1 },
  compass: [346, 62],
  reliefEchoes: [
    [26, 0.16],
    [15, 0.24],
    [7, 0.34],
  ],
  hasBorders: false,
  rivers: [],
  lakes: [],
  hills: [],
  legs: [
    [[12.55, 55.67], [12.1, 55.5], [11.4, 55.4], [11, 55.32], funen],
    [funen, [10, 55.45], [9.75, 55.65], [9.95, 56], aarhus],
    [aarhus, [9.95, 56.5], [10.15, 56.95], [10.3, 57.35], [10.6, 57.72]],
  ],
  stops: [
    { place: [12.55, 55.67], name: 'Copenhagen', nameOffset: [2, -14], anchor: 'middle' },
    { place: funen, name: 'Funen', nameOffset: [4, 23], anchor: 'middle' },
    { place: aarhus, name: 'Aarhus', nameOffset: [14, 6], anchor: 'start' },
    { place: [10.6, 57.72], name: 'Skagen', nameOffset: [13, -4], anchor: 'start' },
  ],
  soundings: [
    { x: 250, y: 100, text: '42' },
    { x: 205, y: 60, text: '96' },
    { x: 285, y: 215, text: '24' },
    { x: 130, y: 50, text: '110' },
    { x: 40, y: 180, text: '31' },
    { x: 255, y: 265, text: '17' },
    { x: 36, y: 390, text: '22' },
    { x: 330, y: 400, text: '14' },
    { x: 60, y: 130, text: '58' },
  ],
  seas: [
    { x: 270, y: 165, rotation: 62, letterSpacing: 4, text: 'Kattegat' },
    { x: 75, y: 75, rotation: -28, letterSpacing: 3, text: 'Skagerrak' },
  ],
}

export const routeCharts = { lofoten, lapland, denmark }
