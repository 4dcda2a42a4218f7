/** One part of a message, decoded. */
interface MimePart {
  headers: Map<string, string>
  /** `text/plain`, without its parameters. */
  type: string
  body: string
}

export interface ParsedMail extends MimePart {
  /** All parts that are not multiparts, in order. */
  parts: MimePart[]
  text: string
  html: string
  /** The calendar as an alternative part, and (`file`) as an attachment. */
  calendar: string | undefined
  file: string | undefined
}

/** Parses a message (Latin-1) as a mail program does: headers, multiparts, encodings. */
export function parseMail(raw: string): ParsedMail {
  const whole = splitPart(raw)
  const parts = parseParts(raw)
  const find = (type: string) => parts.find((part) => part.type === type)?.body
  return {
    ...whole,
    parts,
    text: (find('text/plain') ?? '').replaceAll('\r\n', '\n'),
    html: find('text/html') ?? '',
    calendar: find('text/calendar'),
    file: find('application/ics'),
  }
}

/** All header lines in order, still encoded and unfolded; an injected header would show up here. */
export function parseRawHeaders(raw: string): string[] {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n'))
  return head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
}

function splitPart(raw: string): MimePart {
  const end = raw.indexOf('\r\n\r\n')
  const headers = new Map(
    parseRawHeaders(raw).map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())]
    }),
  )
  const encoding = headers.get('content-transfer-encoding') ?? '7bit'
  const type = (headers.get('content-type') ?? 'text/plain').split(';')[0]?.trim() ?? ''
  return { headers, type, body: decodeBody(raw.slice(end + 4), encoding) }
}

function parseParts(raw: string): MimePart[] {
  const part = splitPart(raw)
  const boundary = /boundary="?([^";]+)"?/.exec(part.headers.get('content-type') ?? '')?.[1]
  if (!boundary) return [part]
  const inner = raw.slice(raw.indexOf('\r\n\r\n') + 2)
  return inner
    .split(`\r\n--${boundary}`)
    .slice(1)
    .filter((section) => !section.startsWith('--'))
    .flatMap((section) => parseParts(section.replace(/^[^\r]*\r\n/, '')))
}

function decodeBody(body: string, encoding: string): string {
  if (/base64/i.test(encoding)) return Buffer.from(body, 'base64').toString('utf8')
  if (!/quoted-printable/i.test(encoding)) return Buffer.from(body, 'latin1').toString('utf8')
  return unquote(body.replace(/=\r\n/g, ''))
}

function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/(?:=\?utf-8\?[qb]\?[^?]*\?=)+/gi, (encoded) => {
      const bytes = [...encoded.matchAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi)].map(
        ([, kind, content]) =>
          kind?.toLowerCase() === 'b'
            ? Buffer.from(content ?? '', 'base64')
            : unquoteBytes((content ?? '').replace(/_/g, ' ')),
      )
      return Buffer.concat(bytes).toString('utf8')
    })
}

function unquote(text: string): string {
  return unquoteBytes(text).toString('utf8')
}

function unquoteBytes(text: string): Buffer {
  const latin = text.replace(/=([0-9A-F]{2})/gi, (_, hex) => String.fromCharCode(parseInt(hex, 16)))
  return Buffer.from(latin, 'latin1')
}
