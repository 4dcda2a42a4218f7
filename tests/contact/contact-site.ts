import fs from 'node:fs'
import path from 'node:path'
import { type ParsedMail, parseMail } from '#tests/support/mail/mail-parser.ts'
import type { Site } from '#tests/support/server/site.ts'

/** A complete and valid contact form. */
export function buildContactFields(over: Record<string, string> = {}): Record<string, string> {
  return {
    'form-name': 'contact',
    'bot-field': '',
    first_name: 'Elisabeth',
    last_name: 'Sørbø',
    email: 'elisabeth@example.com',
    message: 'We are two, perhaps three.\nFebruary?',
    newsletter: 'off',
    newsletter_text: '2026-11-21',
    ...over,
  }
}

/** The mails of one kind so far, in order; the kind ends the file's name. */
export async function readMailsOfKind(site: Site, kind: string): Promise<ParsedMail[]> {
  await site.drain()
  const folder = path.join(site.dataDir, 'mail')
  if (!fs.existsSync(folder)) return []
  return fs
    .readdirSync(folder)
    .filter((name) => name.endsWith(`-${kind}.eml`))
    .sort()
    .map((name) => parseMail(fs.readFileSync(path.join(folder, name), 'latin1')))
}

export async function readStoredForms(site: Site, type: 'contact' | 'inquiry') {
  return (
    await site.db.read
      .selectFrom('form_submissions')
      .selectAll()
      .where('form_type', '=', type)
      .execute()
  ).map(({ data }) => JSON.parse(data) as Record<string, string>)
}

export function readConsents(site: Site) {
  return site.db.read.selectFrom('newsletter_consent').selectAll().orderBy('requested_at').execute()
}

/** The path of the first link to `page` in a mail. */
export function findLink(mail: ParsedMail | undefined, page: string): string {
  const found = mail?.text.match(new RegExp(`https?://[^/\\s]+(${page}\\?\\S+)`))?.[1]
  if (!found) throw new Error(`No link to ${page} in the mail`)
  return found
}
