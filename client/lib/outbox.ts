import type { EntryProblem, Submission } from '../offline/entry.ts'

/** What a form hands over; its key comes with it or is made. */
export type Content = Omit<Submission, 'key'>

/** A form by its wire names, as `POST /` carries it. */
export type WireFields = Record<string, string>

/** One sending: its key belongs to exactly this content. */
export interface Attempt {
  key: string
  fields: WireFields
}

export type Submitted =
  /** `earlier`: another version of it had arrived, so that what was changed is not in it. */
  | { kind: 'sent'; answer: Record<string, unknown>; earlier: boolean }
  | { kind: 'refused'; problem: EntryProblem }
  /** Kept on the device and tried again; `status` is the server's where it answered. */
  | { kind: 'waiting'; savedAt: number; status: number | undefined }
  /** Neither sent nor kept: the form alone has it. */
  | { kind: 'unsaved'; full: boolean }

/** The outbox and its database come when they are first needed. */
export const openOutbox = () => import('../offline/page-outbox.ts')

/** The one way by which forms leave the page. Without its code nothing is lost: the form stays. */
export async function submit(
  content: Content,
  before: Attempt | undefined,
): Promise<{ outcome: Submitted; attempt: Attempt | undefined }> {
  const page = await openOutbox().catch(() => undefined)
  if (!page) return { outcome: { kind: 'unsaved', full: false }, attempt: before }
  return page.submit(content, before)
}

export function sameContent(a: WireFields, b: WireFields): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].every((name) => a[name] === b[name])
}
