import { escapeHtml } from '#server/http/plain-page.ts'
import { getBusiness, getTexts } from '#shared/content/site-content.ts'
import { toMailtoLink } from '#shared/lib/mailto.ts'
import { toPhoneLink } from '#shared/site/contact-links.ts'
import { getPortrait } from '#shared/site/portrait.ts'
import {
  type AmountRow,
  DEMO_NOTICE,
  type DetailRow,
  type MailBlock,
  type MailContent,
} from './content.ts'
import { type MailPicture, mailPictureSizes, toContentId } from './pictures.ts'

// The site's design tokens as plain values, because mail programs do not support custom properties.
// In dark mode the classes in `styleSheet` set other colours; mail programs that ignore style sheets
// invert these colours themselves.

const serif = "Newsreader,'Iowan Old Style',Georgia,'Times New Roman',serif"
const sans = "'Hanken Grotesk','Helvetica Neue',Helvetica,Arial,sans-serif"

const colors = {
  page: '#F5EFE3',
  paper: '#FBF8F1',
  forest: '#173026',
  night: '#10211A',
  cream: '#F5EFE3',
  bronze: '#96703F',
  bronzeText: '#7A572A',
  bronzeLight: '#D9B98A',
  text: '#14211B',
  prose: '#3E4A42',
  quiet: '#5C6459',
  line: '#DDD3BF',
  ochre: '#6B4700',
  ochrePaper: '#F7E9C8',
} as const

const styles = {
  letterhead: 'display:block;width:100%;max-width:600px;height:auto;border:0',
  wordmark: `margin:0;font:300 22px/1.2 ${serif};letter-spacing:.22em;color:${colors.cream};text-decoration:none`,
  demo: `padding:10px 40px;background:${colors.ochrePaper};font:500 14px/1.4 ${sans};color:${colors.ochre}`,
  title: `margin:0 0 24px;font:300 34px/1.12 ${serif};letter-spacing:-.015em;color:${colors.text}`,
  heading: `margin:12px 0 12px;font:300 23px/1.25 ${serif};letter-spacing:-.01em;color:${colors.text}`,
  text: `margin:0 0 20px;font:400 18px/1.6 ${serif};color:${colors.prose}`,
  note: `margin:0 0 16px;font:400 14px/1.55 ${sans};color:${colors.quiet}`,
  label: `padding:14px 16px 14px 0;border-top:1px solid ${colors.line};font:400 14px/1.5 ${sans};color:${colors.quiet};vertical-align:top;text-align:left`,
  value: `padding:12px 0 14px;border-top:1px solid ${colors.line};font:400 17px/1.45 ${serif};color:${colors.text};vertical-align:top;text-align:left;word-break:break-word`,
  amount: `padding:12px 0 12px 16px;border-top:1px solid ${colors.line};font:400 17px/1.4 ${serif};color:${colors.text};text-align:right;white-space:nowrap`,
  total: `padding:14px 0 14px 16px;border-top:2px solid ${colors.bronze};font:400 21px/1.3 ${serif};color:${colors.text};text-align:right;white-space:nowrap`,
  totalLabel: `padding:17px 16px 14px 0;border-top:2px solid ${colors.bronze};font:500 14px/1.4 ${sans};color:${colors.text};text-align:left`,
  button: `display:inline-block;padding:17px 28px;border-radius:2px;background:${colors.forest};font:500 13px/1.2 ${sans};letter-spacing:.1em;text-transform:uppercase;text-decoration:none;color:${colors.paper}`,
  link: `color:${colors.bronzeText};text-decoration:underline`,
  portrait: 'display:block;border:0;border-radius:2px',
  signature: `margin:0 0 4px;font:italic 400 26px/1.2 ${serif};letter-spacing:-.01em;color:${colors.text}`,
  quote: `padding:4px 0 4px 18px;border-left:2px solid ${colors.bronze};font:400 17px/1.6 ${serif};color:${colors.prose};word-break:break-word`,
  small: `margin:0 0 10px;font:400 13px/1.55 ${sans};color:${colors.quiet}`,
} as const

const styleSheet = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){
.edge{padding-left:24px!important;padding-right:24px!important}
.stack{display:block!important;width:auto!important}
.stack.label{padding:14px 0 0!important}
.stack.value{padding:2px 0 14px!important;border-top:0!important}
.title{font-size:30px!important}
}
@media print{
:root{color-scheme:light}
.page,.paper,.name{background:#fff!important}
.name p{color:#14211B!important}
}
@media screen and (prefers-color-scheme:dark){
.page{background:#0A1611!important}
.paper{background:#10211A!important;border-color:#2C5443!important}
.title,.value,.text,.rule{color:#F5EFE3!important;border-color:#2C5443!important}
.quiet,.label{color:#A9C2AE!important;border-color:#2C5443!important}
.link{color:#D9B98A!important}
.button{background:#F5EFE3!important;color:#10211A!important}
}`

type ToAddress = (picture: MailPicture) => string

const toAddressInMail: ToAddress = (picture) => `cid:${toContentId(picture)}`

/**
 * The HTML version: tables and inline styles, with pictures that the mail brings along: nothing is fetched.
 * `toAddress` gives other addresses for them, for a page that is no mail.
 */
export function renderHtml(content: MailContent, toAddress = toAddressInMail): string {
  const { subject, preview, title, blocks, isDemo } = content
  const css = new Html(styleSheet)
  return html`<!doctype html>
<html lang="en-GB" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no">
<title>${subject}</title>
<style>${css}</style>
</head>
<body class="page" style="margin:0;padding:0;background:${colors.page}">
<div style="display:none;max-height:0;overflow:hidden">${preview}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${colors.page}"><tr><td align="center" style="padding:24px 12px 40px">
${outlookOnly('<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td>')}
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;background:${colors.paper};border:1px solid ${colors.line};border-collapse:separate">
<tr><td style="background:${colors.night};font-size:0;line-height:0">${renderPicture('letterhead', '', toAddress)}</td></tr>
<tr><td class="edge name" style="padding:12px 40px 24px;background:${colors.night};border-bottom:3px solid ${colors.bronze}"><p style="${styles.wordmark}">${getBusiness().name.toUpperCase()}</p></td></tr>
${isDemo ? html`<tr><td class="edge" style="${styles.demo}">${DEMO_NOTICE}</td></tr>` : ''}
<tr><td class="edge" style="padding:40px 40px 24px;text-align:left"><h1 class="title" style="${styles.title}">${title}</h1>
${blocks.map(renderBlock)}${renderSignature(content, toAddress)}</td></tr>
<tr><td class="edge" style="padding:0 40px 36px;text-align:left">${renderFooter(content)}</td></tr>
</table>
${outlookOnly('</td></tr></table>')}
</td></tr></table>
</body>
</html>
`.markup
}

/** Markup that only Outlook's Word engine reads, which ignores max-width. */
function outlookOnly(markup: string): Html {
  return new Html(`<!--[if mso]>${markup}<![endif]-->`)
}

function renderBlock(block: MailBlock): Html {
  switch (block.kind) {
    case 'text':
      return html`<p class="text" style="${styles.text}">${toHtmlLines(block.text)}</p>\n`
    case 'heading':
      return html`<h2 class="value" style="${styles.heading}">${block.text}</h2>\n`
    case 'note':
      return html`<p class="quiet" style="${styles.note}">${toHtmlLines(block.text)}</p>\n`
    case 'details':
      return renderTable(block.rows.map(renderRow), `1px solid ${colors.line}`)
    case 'sums':
      // The next table begins with a line.
      return renderTable(block.rows.map(renderSum), '0')
    case 'button':
      return renderButton(block.label, block.url)
    case 'list':
      return html`<ul class="text" style="${styles.text};padding-left:22px">${block.items.map((item) => html`<li style="margin:0 0 10px">${toHtmlLines(item)}</li>`)}</ul>\n`
    case 'quote':
      return html`<p class="quiet" style="${styles.note};margin-bottom:8px">${block.label}</p><div class="text" dir="auto" style="${styles.quote};margin:0 0 28px">${toHtmlLines(block.text)}</div>\n`
  }
}

function renderTable(rows: Html[], lastLine: string): Html {
  return html`<table role="presentation" class="rule" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 28px;border-bottom:${lastLine}">${rows}</table>\n`
}

function renderRow({ label, lines, url }: DetailRow): Html {
  const content = toHtmlLines(lines.join('\n'))
  const value = url
    ? html`<a class="link" href="${url}" style="${styles.link}">${content}</a>`
    : content
  return html`<tr><td class="stack label" width="150" style="${styles.label}">${label}</td><td class="stack value" dir="auto" style="${styles.value}">${value}</td></tr>\n`
}

function renderSum({ label, amount, isTotal }: AmountRow): Html {
  const [left, right] = isTotal ? [styles.totalLabel, styles.total] : [styles.label, styles.amount]
  return html`<tr><td class="${isTotal ? 'value' : 'label'}" style="${left}">${label}</td><td class="value" style="${right}">${amount}</td></tr>\n`
}

function renderButton(label: string, url: string): Html {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 28px"><tr><td class="button" bgcolor="${colors.forest}" style="border-radius:2px;background:${colors.forest}"><a class="button" href="${url}" style="${styles.button}">${label}</a></td></tr></table>\n`
}

function renderPicture(picture: MailPicture, alt: string, toAddress: ToAddress): Html {
  const { width, height } = mailPictureSizes[picture]
  return html`<img src="${toAddress(picture)}" alt="${alt}" width="${String(width)}" height="${String(height)}" style="${styles[picture]}">`
}

/** The owner's face, name, role and telephone; nothing while the name is not known. */
function renderSignature({ isSigned }: MailContent, toAddress: ToAddress): Html {
  const { founder, phone } = getBusiness()
  if (!isSigned || founder === null) return html``
  const call = phone
    ? html`<br><a class="link" href="${toPhoneLink(phone)}" style="${styles.link}">${phone}</a>`
    : ''
  const face = renderPicture('portrait', getPortrait().description, toAddress)
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0 16px"><tr><td style="padding:0 20px 0 0">${face}</td><td><p class="value" style="${styles.signature}">${founder}</p><p class="quiet" style="${styles.note};margin:0">${getTexts('common').owner.role}${call}</p></td></tr></table>\n`
}

/** A signature has the telephone already. */
function getFooterPhone({ isSigned }: MailContent): string | null {
  return isSigned && getBusiness().founder !== null ? null : getBusiness().phone
}

function renderFooter(content: MailContent): Html {
  const { name, legalName, organizationNumber, address, email } = getBusiness()
  const phone = getFooterPhone(content)
  const number = organizationNumber?.replaceAll(' ', '\u00a0')
  const firm = [legalName ?? name, ...(number ? [`organisation number ${number}`] : [])].join(', ')
  const link = email
    ? [html`<a class="link" href="${toMailtoLink(email)}" style="${styles.link}">${email}</a>`]
    : []
  const lines = [
    ...[firm, ...(address ? [address] : [])].map(toHtmlLines),
    ...(email || phone ? [joinHtml([...link, ...(phone ? [html`${phone}`] : [])], ', ')] : []),
  ]
  return html`<div style="height:1px;margin:0 0 20px;background:${colors.bronze};font-size:0;line-height:0">&nbsp;</div>
<p class="quiet" style="${styles.small}">${toHtmlLines(content.reason)}</p>
<p class="quiet" style="${styles.small}">${joinHtml(lines, '<br>')}</p>`
}

/** Trusted markup, which is inserted without escaping. */
class Html {
  constructor(readonly markup: string) {}
}

type HtmlPart = Html | Html[] | string

/** Template tag that escapes every inserted string; only `Html` is inserted unchanged. */
function html(strings: TemplateStringsArray, ...parts: HtmlPart[]): Html {
  return new Html(
    strings.reduce((done, string, index) => done + renderPart(parts[index - 1]) + string),
  )
}

function renderPart(part: HtmlPart = ''): string {
  if (typeof part === 'string') return escapeHtml(part)
  return Array.isArray(part) ? part.map(({ markup }) => markup).join('') : part.markup
}

function joinHtml(parts: Html[], between: string): Html {
  return new Html(parts.map(({ markup }) => markup).join(between))
}

/** Escaped text with `<br>` for each line break. */
function toHtmlLines(text: string): Html {
  return new Html(text.split('\n').map(escapeHtml).join('<br>'))
}

/** The plain text version: the same sentences in the same order. */
export function renderText(content: MailContent): string {
  const { title, blocks, reason, isDemo, isSigned } = content
  const { name, legalName, founder, organizationNumber, address, email, phone } = getBusiness()
  return [
    getBusiness().name.toUpperCase(),
    ...(isDemo ? [DEMO_NOTICE] : []),
    `${title}\n${'='.repeat(title.length)}`,
    ...blocks.map(renderPlainBlock),
    ...(isSigned && founder
      ? [[founder, getTexts('common').owner.role, phone].filter(Boolean).join('\n')]
      : []),
    `-- \n${reason}`,
    [
      legalName ?? name,
      organizationNumber && `Organisation number ${organizationNumber}`,
      address,
      [email, getFooterPhone(content)].filter(Boolean).join(', '),
    ]
      .filter(Boolean)
      .join('\n'),
  ]
    .join('\n\n')
    .concat('\n')
}

function renderPlainBlock(block: MailBlock): string {
  switch (block.kind) {
    case 'text':
    case 'note':
      return block.text
    case 'heading':
      return `${block.text}\n${'-'.repeat(block.text.length)}`
    case 'details':
      return block.rows.map(renderPlainRow).join('\n')
    case 'sums':
      return renderPlainSums(block.rows)
    case 'button':
      return `${block.label}:\n${block.url}`
    case 'list':
      return block.items.map((item) => `- ${item.replaceAll('\n', '\n  ')}`).join('\n')
    case 'quote':
      return `${block.label}:\n${indent(block.text.split('\n'), '> ')}`
  }
}

function renderPlainRow({ label, lines, url }: DetailRow): string {
  // A `mailto:` or `tel:` link only repeats its own text.
  const allLines = url?.startsWith('http') ? [...lines, url] : lines
  return `${label}:\n${indent(allLines, '  ')}`
}

function renderPlainSums(rows: AmountRow[]): string {
  const width = Math.max(...rows.map(({ label }) => label.length))
  const right = Math.max(...rows.map(({ amount }) => amount.length))
  return rows
    .map(({ label, amount }) => `${label.padEnd(width)}  ${amount.padStart(right)}`)
    .join('\n')
}

function indent(lines: string[], by: string): string {
  return lines.map((line) => by + line).join('\n')
}
