import type { SiteConfig } from '#shared/site/api.ts'

interface MailWording {
  /** May promise an email. */
  sent: string
  /** Says where else the answer is found. */
  notSent: string
  /** While it is unknown whether this installation sends email; by default `notSent`. */
  unknown?: string
}

/** The wording that is true of this installation: no page promises an email that is not sent. */
export function wordByMail(
  config: Pick<SiteConfig, 'sendsMail'> | undefined,
  { sent, notSent, unknown = notSent }: MailWording,
): string {
  if (!config) return unknown
  return config.sendsMail ? sent : notSent
}
