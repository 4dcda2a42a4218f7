import type { SiteContent } from '#shared/content/registry.ts'

// What the desk says to the preview in its frame, and the other way round.

/** Shows a page. */
export interface PageMessage {
  path: string
  content: SiteContent
}

/** Shows nothing but the card of a service, as it is on the page of its side. */
export interface CardMessage {
  /** The id of the service. */
  card: string
  content: SiteContent
}

/** Lets the owner choose among the parts of the page. */
export interface PartsMessage {
  /** The names of parts, by address: `about.story`. */
  parts: Readonly<Record<string, string>>
  /** The part whose form is open. */
  selected: string | undefined
}

/** Moves the focus to a part. */
export interface FocusMessage {
  focus: string
}

export type PreviewMessage = PageMessage | CardMessage | PartsMessage | FocusMessage

/** The owner has chosen a part in the page. */
export interface ChosenMessage {
  chosen: string
}

/** How high a card is, px. */
export interface HeightMessage {
  height: number
}
