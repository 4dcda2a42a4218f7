import { readColumnNames } from '#shared/clients/import/import-columns.ts'

export type TextKind = 'csv' | 'vcard' | 'json'

const EXCEL_ADVICE = 'In Excel: File, Save As, “CSV UTF-8”. Then choose that file here.'
const PICTURE_ADVICE = 'This is a picture. Choose a list of clients as CSV or vCard.'
const COMPRESSED_ADVICE = 'This is a compressed file. Unpack it, then choose the list inside it.'

/** Files that begin with fixed bytes (given as Latin-1 text), and what to do instead. */
const signatures: readonly (readonly [start: string, advice: string])[] = [
  ['\xd0\xcf\x11\xe0', `This is a file of Excel or another Office program. ${EXCEL_ADVICE}`],
  ['\xff\xd8\xff', PICTURE_ADVICE],
  ['\x89PNG', PICTURE_ADVICE],
  ['GIF8', PICTURE_ADVICE],
  ['II*\0', PICTURE_ADVICE],
  ['MM\0*', PICTURE_ADVICE],
  ['\x1f\x8b', COMPRESSED_ADVICE],
  ['BZh', COMPRESSED_ADVICE],
  ['7z\xbc\xaf', COMPRESSED_ADVICE],
  ['Rar!', COMPRESSED_ADVICE],
  ['\xfd7zXZ', COMPRESSED_ADVICE],
  [
    '!BDN',
    'This is a mailbox of Outlook. In Outlook: File, Open & Export, Export to a file, “Comma Separated Values”.',
  ],
  ['bplist', 'This is a property list of Apple. In Contacts: File, Export, Export vCard.'],
  ['SQLite format', 'This is a database. In Contacts on a Mac: File, Export, Export vCard.'],
  ['ID;P', `This is a SYLK file of Excel. ${EXCEL_ADVICE}`],
  ['PK\x05\x06', 'This archive is empty.'],
  ['%!PS', 'This is a printed page (PostScript), not a list of clients.'],
  [
    '\0\x01\0\0Standard ',
    'This is a database of Access. In Access: External Data, Export, Text file.',
  ],
  ['ID3', 'This is a recording, not a list of clients.'],
  ['{\\rtf', 'This is a formatted text. Save the list as CSV or plain text.'],
]

/** Tells the kind of a ZIP archive by the name of a file in it. */
const archives: readonly (readonly [part: string, advice: string])[] = [
  ['xl/', `This is an Excel workbook. ${EXCEL_ADVICE}`],
  ['word/', 'This is a Word document. Copy its table into Excel and save it as “CSV UTF-8”.'],
  [
    'opendocument.spreadsheet',
    'This is a LibreOffice spreadsheet. In LibreOffice: File, Save As, “Text CSV”.',
  ],
  ['Index/', 'This is a Numbers document. In Numbers: File, Export To, CSV.'],
]

/** Texts that are not lists of clients, recognised by how they begin. */
const texts: readonly (readonly [start: RegExp, advice: string])[] = [
  [
    /^(?:[^\n]*\n){0,20}BEGIN:(?:VCALENDAR|VEVENT|VTODO)\s*$/im,
    'This is a calendar, not a list of clients. Export the address book as vCard or CSV.',
  ],
  [
    /^(?:\[\s*)?\[\s*"vcalendar"/i,
    'This is a calendar, not a list of clients. Export the address book as vCard or CSV.',
  ],
  [/^MIME-Version:[\s\S]{0,400}Workbook/i, `This is a web archive of Excel. ${EXCEL_ADVICE}`],
  [/^TABLE\s*\n0,1\s*\n/, `This is a DIF file of a spreadsheet. ${EXCEL_ADVICE}`],
  [
    /^BEGIN:(?:VNOTE|VMSG|IMELODY)/i,
    'This is not a list of clients. Export the address book as vCard or CSV.',
  ],
  [
    /^<\?xml[\s\S]{0,400}schemas-microsoft-com:office/i,
    `This is an Excel file in XML. ${EXCEL_ADVICE}`,
  ],
  [
    /^<\?xml[\s\S]{0,400}<!DOCTYPE plist/i,
    'This is a property list of Apple. In Contacts: File, Export, Export vCard.',
  ],
  [
    /^(?:<!--[\s\S]{0,400}?-->\s*)?<(?:!doctype|html|head|body|meta|table|style|div)\b/i,
    `This is a web page, which some programs name .xls. Open it in Excel, then save it. ${EXCEL_ADVICE}`,
  ],
  [/^<(?:\?xml|[a-z])/i, 'This is an XML file. Export the list as CSV or vCard instead.'],
  [
    /^(?:(?:(?:version|charset): *\S+|#[^\n]*)?\s*)*dn::? ?\S/i,
    'This is an LDIF file. In Thunderbird: Address Book, Export, “Comma Separated” or vCard.',
  ],
  [
    /^(?:From \S+@|(?:(?:Return-Path|Received|Delivered-To|MIME-Version|Message-ID|Content-Type|Date|Subject|From|To): [^\n]*\n){2})/i,
    'This is an email, not a list of clients. Save its attachment and choose that.',
  ],
  [/^-----BEGIN /, 'This is a key or certificate, not a list of clients.'],
  [
    /^\s*(?:\[\s*)?\[\s*"vcard"/i,
    'This is a jCard file. Export the address book as vCard (.vcf) or CSV.',
  ],
]

/** Bytes at the start that show what a file is. */
const HEAD_LENGTH = 64 * 1024

/** Refuses files that are no text, such as workbooks and pictures. Throws a sentence for the owner. */
export function refuseBinaryFile(bytes: Uint8Array): void {
  const head = toLatin1(bytes.subarray(0, HEAD_LENGTH))
  const advice =
    signatures.find(([start]) => head.startsWith(start))?.[1] ??
    (head.startsWith('PK\x03\x04') ? getArchiveAdvice(bytes) : undefined) ??
    (/^RIFF[\s\S]{4}WEBP|^[\s\S]{4}ftyp/.test(head) ? PICTURE_ADVICE : undefined) ??
    (head.slice(0, 1024).includes('%PDF-')
      ? 'This is a PDF. Export the list as CSV or vCard from the program that made it.'
      : undefined)
  if (advice) throw new Error(advice)
}

function getArchiveAdvice(bytes: Uint8Array): string {
  // The names of the files stand at both ends of an archive.
  const names = toLatin1(bytes.subarray(0, HEAD_LENGTH)) + toLatin1(bytes.subarray(-HEAD_LENGTH))
  return archives.find(([part]) => names.includes(part))?.[1] ?? COMPRESSED_ADVICE
}

/** Most control characters in a text, as a part of its length. */
const MAX_CONTROLS = 0.02

/** The kind of a decoded text. Throws a sentence for the owner if it is no list of clients. */
export function detectTextKind(head: string, name: string): TextKind {
  const start = head.replace(/^[\ufeff\s]+/, '').replaceAll(/\r\n?/g, '\n')
  const advice = texts.find(([begins]) => begins.test(start))?.[1]
  if (advice) throw new Error(advice)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters show that this is no text.
  const controls = head.match(/[\0-\x08\x0e-\x1f]/g)?.length ?? 0
  if (controls > 8 && controls > head.length * MAX_CONTROLS)
    throw new Error('This is not a text file. Export the list as CSV or vCard.')
  const card = /^[ \t\ufeff]*BEGIN[ \t]*:[ \t]*VCARD/im.exec(head)
  const isCardName = /\.(?:vcf|vcard)$/i.test(name)
  if (card && (isCardName || !hasTableHead(head.slice(0, card.index)))) return 'vcard'
  if (isCardName && !/^[[{]/.test(start)) throw new Error('There are no cards in this file.')
  if (/^[[{]\s*(?:["{[}\]]|$)/.test(start) && !isTable(start)) return 'json'
  if (/^[[{]/.test(start) && /\.json$/i.test(name)) return 'json'
  return 'csv'
}

function hasTableHead(text: string): boolean {
  return text.split(/\r\n|\r|\n/).some((line) => readColumnNames(line.split(/[,;\t|]/)) > 1)
}

/** Whether a text that begins like JSON is a table, such as one with `[Name];[Email]`. */
function isTable(text: string): boolean {
  return hasTableHead(text.split(/\r\n|\r|\n/, 1)[0] ?? '') && !/^[[{]\s*["{[]/.test(text)
}

function toLatin1(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
}
