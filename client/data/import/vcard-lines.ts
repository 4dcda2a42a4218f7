import { cleanCell } from '#shared/clients/import/cell-format.ts'
import { findTarget } from '#shared/clients/import/import-columns.ts'
import type { Pause } from './csv.ts'
import { decodeBytes, isUtf8 } from './text-encoding.ts'
import type { Encoding } from './types.ts'

// Our own parser: libraries do not read version 2.1, which telephones still write, and one broken
// card must not lose the others. Lines are joined as bytes, because some programs break a line
// inside a letter. Time must grow with the size of the file only: photographs are skipped line by
// line.

export interface Property {
  group: string
  /** In upper case. */
  name: string
  /** By name in upper case; values without a name (version 2.1) are under `TYPE`. */
  params: ReadonlyMap<string, string[]>
  /** The value as it is in the file, one character per byte. */
  raw: string
  /** Further lines that did not begin with a space, as a broken program writes long notes. */
  more: string[]
}

export interface Card {
  properties: Property[]
  /** Cards that this card contains as the value of its property AGENT. */
  agents: Card[]
}

export interface Cards {
  cards: Card[]
  /** Lines that are in no card. */
  outside: string[]
}

/** Properties left out: media, keys and Outlook's card design. */
const MEDIA =
  /^(?:PHOTO|LOGO|SOUND|KEY|X-MS-CARDPICTURE|X-MS-OL-DESIGN|X-IMAGE\w*|X-WAB-.*|X-ABCROP-.*)$/

const SPACE = 0x20
const TAB = 0x09
/** Bytes of a line in which the name of its property is looked for. */
const HEAD_BYTES = 4096
const BASE64_LINE = /^[A-Za-z0-9+/=]+$/

/** A line, to which the lines that continue it are added. */
interface OpenLine {
  chunks: Uint8Array[]
  /** The start of the line up to its colon. */
  head: string
  hasColon: boolean
  isMedia: boolean
  isPrintable: boolean
}

/** Lines per slice between two pauses. */
const SLICE_LINES = 5000

export async function readCards(
  bytes: Uint8Array,
  encoding: Encoding,
  pause: Pause,
): Promise<Cards> {
  const stack = new CardStack(encoding)
  const unfolder = new Unfolder((line) => stack.addLine(line))
  let [count, indent] = [0, -1]
  for (const line of readLines(bytes)) {
    if (++count % SLICE_LINES === 0) await pause()
    // Cards that were pasted from a mail may all be indented.
    if (indent < 0) indent = countIndent(line)
    unfolder.add(countIndent(line) >= indent ? line.subarray(indent) : line)
  }
  unfolder.end()
  return stack.finish()
}

/** Joins the lines that continue a property. */
class Unfolder {
  private open: OpenLine | undefined
  private readonly onLine: (line: OpenLine) => void

  constructor(onLine: (line: OpenLine) => void) {
    this.onLine = onLine
  }

  add(line: Uint8Array): void {
    const { open } = this
    const isSoft = open !== undefined && endsWithSoftBreak(open)
    if (isBlank(line)) {
      if (isSoft) this.end()
    } else if (open && (isFolded(line) || (isSoft && !isBoundary(line)))) {
      if (isSoft) dropLastByte(open)
      append(open, isFolded(line) ? line.subarray(1) : line)
    } else if (!open?.isMedia || !BASE64_LINE.test(toBinary(line.subarray(0, 200)))) {
      this.end()
      this.open = openLine(line)
    }
  }

  end(): void {
    if (this.open) this.onLine(this.open)
    this.open = undefined
  }
}

const isFolded = (line: Uint8Array) => line[0] === SPACE || line[0] === TAB

function openLine(line: Uint8Array): OpenLine {
  const open = { chunks: [], head: '', hasColon: false, isMedia: false, isPrintable: false }
  append(open, line)
  return open
}

function append(open: OpenLine, bytes: Uint8Array): void {
  if (!open.hasColon) {
    const start = toBinary(bytes.subarray(0, HEAD_BYTES))
    const [head] = /^(?:[^":]|"[^"]*"?)*/.exec(open.head + start) ?? ['']
    open.hasColon = head.length < open.head.length + start.length
    open.head = head
    open.isMedia = MEDIA.test(splitName(head).name)
    open.isPrintable = /QUOTED-PRINTABLE/i.test(head)
  }
  // The content of a photograph is not kept.
  if (!open.isMedia || !open.hasColon) open.chunks.push(bytes)
}

function endsWithSoftBreak({ isPrintable, chunks }: OpenLine): boolean {
  return isPrintable && chunks.at(-1)?.at(-1) === 0x3d
}

function dropLastByte({ chunks }: OpenLine): void {
  const last = chunks.pop()
  if (last) chunks.push(last.subarray(0, -1))
}

function isBoundary(line: Uint8Array): boolean {
  return line.length < 40 && /^(?:BEGIN|END)\s*:\s*VCARD\s*$/i.test(toBinary(line))
}

function isBlank(line: Uint8Array): boolean {
  return line.every((byte) => byte === SPACE || byte === TAB)
}

function countIndent(line: Uint8Array): number {
  const at = line.findIndex((byte) => byte !== SPACE && byte !== TAB)
  return at < 0 ? 0 : at
}

/** The lines of a file, without their ends. */
function* readLines(bytes: Uint8Array): Generator<Uint8Array> {
  let [lineFeed, carriageReturn] = [-1, -1]
  const find = (byte: number, from: number) => {
    const at = bytes.indexOf(byte, from)
    return at < 0 ? bytes.length : at
  }
  for (let from = 0; from < bytes.length; ) {
    if (lineFeed < from) lineFeed = find(0x0a, from)
    if (carriageReturn < from) carriageReturn = find(0x0d, from)
    const to = Math.min(lineFeed, carriageReturn)
    yield bytes.subarray(from, to)
    from = to + (bytes[to] === 0x0d && bytes[to + 1] === 0x0a ? 2 : 1)
  }
}

const BEGIN_CARD = /^\s*BEGIN\s*:\s*VCARD\s*$/i

/** Joins lines into cards. A card may be inside another one, or lack its end. */
class CardStack {
  private readonly encoding: Encoding
  private readonly cards: Card[] = []
  private readonly outside: string[] = []
  private readonly open: Card[] = []

  constructor(encoding: Encoding) {
    this.encoding = encoding
  }

  addLine(line: OpenLine): void {
    const property = line.hasColon ? parseProperty(line) : undefined
    if (property?.name === 'BEGIN') this.begin()
    else if (property?.name === 'AGENT' && BEGIN_CARD.test(property.raw)) this.beginAgent()
    else if (property?.name === 'END') this.open.pop()
    else if (property && this.open.length > 0) this.open.at(-1)?.properties.push(property)
    else this.addText(decodeBytes(joinChunks(line.chunks), this.encoding))
  }

  finish(): Cards {
    return { cards: this.cards, outside: this.outside }
  }

  /** A card inside another one without AGENT is a client of its own; the outer one may lack its end. */
  private begin(): void {
    const card: Card = { properties: [], agents: [] }
    const outer = this.open.at(-1)
    const last = outer?.properties.at(-1)
    if (outer && last?.name === 'AGENT' && last.raw.trim() === '') {
      outer.properties.pop()
      outer.agents.push(card)
    } else this.cards.push(card)
    this.open.push(card)
  }

  /** `AGENT:BEGIN:VCARD` on one line. */
  private beginAgent(): void {
    const agent: Card = { properties: [], agents: [] }
    this.open.at(-1)?.agents.push(agent)
    this.open.push(agent)
  }

  /** A line without a property continues the text before it. */
  private addText(text: string): void {
    const card = this.open.at(-1)
    const last = card?.properties.at(-1)
    if (!card) this.outside.push(cleanCell(text).trim())
    else if (last?.name === 'NOTE') last.more.push(text)
    else
      card.properties.push({ group: '', name: 'X-TEXT', params: new Map(), raw: '', more: [text] })
  }
}

function parseProperty({ chunks, head, isMedia }: OpenLine): Property | undefined {
  const { group, name } = splitName(head)
  if (!/^[\w.-]+$/.test(name)) return undefined
  const raw = isMedia ? '' : toBinary(joinChunks(chunks)).slice(head.length + 1)
  return { group, name, params: parseParams(head, group), raw, more: [] }
}

/** Properties whose names say what they are; others are known by the column that they become. */
const KNOWN =
  /^(?:FN|N|TEL|EMAIL|ADR|ORG|NOTE|BDAY|TITLE|ROLE|URL|UID|X-.*|BEGIN|END|NICKNAME|IMPP|LABEL|RELATED|ANNIVERSARY|CATEGORIES|PHOTO|LOGO|SOUND|KEY|AGENT|MEMBER|KIND)$/

const isKnown = (name: string) => KNOWN.test(name) || findTarget(name) !== 'rest'

/**
 * Apple groups related properties: `item1.EMAIL`. Old exports write `PHONE.WORK`, in which the
 * property comes first.
 */
function splitName(head: string): { group: string; name: string } {
  const [full = ''] = head.split(';', 1)
  const parts = full.trim().split('.')
  const last = (parts.at(-1) ?? '').toUpperCase()
  const known = isKnown(last) ? undefined : parts.find((part) => isKnown(part.toUpperCase()))
  const name = known ?? last
  const group = parts.filter((part) => part.toUpperCase() !== name.toUpperCase()).join('.')
  return { group, name: name.toUpperCase() }
}

function parseParams(head: string, group: string): Map<string, string[]> {
  const params = new Map<string, string[]>()
  const add = (name: string, values: string[]) =>
    params.set(name, [...(params.get(name) ?? []), ...values])
  for (const [, part = ''] of head.matchAll(/;((?:[^";]|"[^"]*"?)*)/g)) {
    const [, name = 'TYPE', value = ''] = /^(?:\s*([\w-]+)\s*=)?(.*)$/s.exec(part) ?? []
    const text = value.replaceAll('"', '')
    const isList = name.toUpperCase() === 'TYPE'
    add(name.toUpperCase(), isList ? text.split(',').map((one) => one.trim()) : [text.trim()])
  }
  // `PHONE.WORK:` and `EMAIL.HOME:` say the type in place of a group.
  if (/^(?:work|home|cell|mobile|fax|pager)$/i.test(group)) add('TYPE', [group])
  return params
}

function joinChunks(chunks: readonly Uint8Array[]): Uint8Array {
  const [only] = chunks
  if (only && chunks.length === 1) return only
  const joined = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    joined.set(chunk, at)
    at += chunk.length
  }
  return joined
}

/** One character per byte. */
function toBinary(bytes: Uint8Array): string {
  let text = ''
  for (let from = 0; from < bytes.length; from += 10_000)
    text += String.fromCharCode(...bytes.subarray(from, from + 10_000))
  return text
}

/** Largest value that is decoded from base64, in characters; larger ones are media. */
const MAX_BASE64_TEXT = 200_000

/**
 * The text of a raw value, or of a part of one; '' for content that is no text. The value is split
 * and unescaped before it is decoded, because an encoded semicolon or backslash is text.
 */
export function decodeValue(raw: string, { params }: Property, fallback: Encoding): string {
  const encoding = [...(params.get('ENCODING') ?? []), ...(params.get('TYPE') ?? [])]
    .join(' ')
    .toUpperCase()
  if (/\bQUOTED-PRINTABLE\b/.test(encoding))
    return decodeCharset(decodeQuotedPrintable(unescapeText(raw)), params, fallback)
  if (/\b(?:BASE64|B)\b/.test(encoding)) return decodeBase64(raw, params, fallback)
  return decodeCharset(fromBinary(unescapeText(raw)), params, fallback)
}

function unescapeText(value: string): string {
  return value.replaceAll(/\\([\\,;:nN])/g, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign))
}

function decodeQuotedPrintable(value: string): Uint8Array {
  return fromBinary(
    value.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    ),
  )
}

function decodeBase64(raw: string, params: Property['params'], fallback: Encoding): string {
  const code = raw.replaceAll(/\s/g, '')
  if (code.length > MAX_BASE64_TEXT) return ''
  try {
    const text = decodeCharset(fromBinary(atob(code)), params, fallback)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters show that this is no text.
    return /[\0-\x08\x0e-\x1f\ufffd]/.test(text) ? '' : text
  } catch {
    return raw
  }
}

function fromBinary(text: string): Uint8Array {
  return Uint8Array.from(text, (sign) => sign.charCodeAt(0))
}

function decodeCharset(bytes: Uint8Array, params: Property['params'], fallback: Encoding): string {
  const [charset = ''] = params.get('CHARSET') ?? []
  // Text that is valid UTF-8 is never Western European, whatever the card says.
  const isWestern = /ascii|latin|8859|125\d/i.test(charset) && isUtf8(bytes)
  if (charset && !isWestern && !/^utf-?8$/i.test(charset))
    try {
      return new TextDecoder(charset).decode(bytes)
    } catch {
      // A name that no browser knows.
    }
  return decodeBytes(bytes, fallback)
}
