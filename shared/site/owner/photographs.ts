export interface Photograph {
  /**
   * A file in the folder `client/site/photographs`, such as `portrait.jpg`, at least 1600 px wide.
   * The build makes AVIF and WebP files of it in four widths.
   */
  file: string
  /** What it shows, for people who cannot see it. */
  alt: string
  /** Shown below the photograph in italics; '' shows nothing. */
  caption: string
  /** The part that stays in view when a frame crops it. */
  focus: readonly [x: 'left' | 'centre' | 'right', y: 'top' | 'middle' | 'bottom']
}

interface Photographs {
  /** You, 4:5, on Home, on About, after a booking and in mails. Until it is there, a drawn plate stands in its place. */
  portrait: Photograph | null
  /** Up to four, below the journeys of the Artistry page. */
  artistry: Photograph[]
  /** Up to three, below the example of the Mastery page. */
  mastery: Photograph[]
}

/** Your photographs. An empty place leaves no gap on the page. */
export const photographs: Photographs = {
  portrait: null,
  artistry: [],
  mastery: [],
}
