import { announce } from '#client/ui/announcer.tsx'
import { REPLACES } from '#shared/submissions/form-post.ts'
import type { EntryProblem, Submission } from './entry.ts'
import { sendDirectly } from './send/send-directly.ts'

/** What a form hands over; its key comes with it or is made. */
export type Content = Omit<Submission, 'key'>

/** A form by its wire names, as `POST /` carries it. */
export type WireFields = Record<string, string>

/** One sending: its key belongs to exactly this content. */
export interface Attempt {
  key: string
  fields: WireFields
}

/** `answered`: the status of an answer that was neither yes nor no; undefined where none came. */
export type Submitted =
  | { kind: 'sent'; answer: Record<string, unknown> }
  | { kind: 'refused'; problem: EntryProblem }
  /** Kept on the device, and tried again. */
  | { kind: 'waiting'; savedAt: number; answered: number | undefined }
  /** Neither sent nor kept: the form alone has it. */
  | { kind: 'unsaved'; full: boolean; answered: number | undefined }

export interface Handed {
  outcome: Submitted
  /** What the form's next sending must know of this one. */
  attempt: Attempt
}

/** The outbox and its database come when they are first needed. */
export const openOutbox = () => import('./store/page-outbox.ts')

/** Fetches them ahead, while there may still be a connection. */
export function prepareOutbox(): void {
  openOutbox().catch(() => undefined)
}

/** The one way by which forms leave the page. */
export async function submit(content: Content, before: Attempt | undefined): Promise<Handed> {
  const page = await openOutbox().catch(() => undefined)
  return page ? page.submit(content, before) : sendDirectly(content, before)
}

/** Takes an entry off this device, by its person's wish; false where it is just being sent. */
export async function takeBack(key: string): Promise<boolean> {
  const { outbox } = await openOutbox()
  const isBack = await outbox.remove(key)
  if (!isBack) announce('It is being sent just now, and cannot be taken back.')
  return isBack
}

/** What a person would see as the same; what it takes the place of is not theirs to see. */
export function sameContent(a: WireFields, b: WireFields): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  names.delete(REPLACES)
  return [...names].every((name) => a[name] === b[name])
}
