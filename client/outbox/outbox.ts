import { announce } from '#client/ui/announcer.tsx'
import { sendDirectly } from './send/send-directly.ts'
import type { Attempt, Content, Handed } from './submission-outcome.ts'

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
