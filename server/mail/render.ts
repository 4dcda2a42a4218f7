import { escapeHtml } from '#server/http/plain-page.ts'
import { business } from '#shared/site/business.ts'
import {
  type Block,
  DEMO_NOTICE,
  type DetailRow,
  type MailContent,
  type SumRow,
} from './content.ts'

// The site's design tokens as plain values, because mail programs do not support custom properties.
// In dark mode the classes in `sheet` set other colours; mail programs that ignore style sheets
// invert these colours themselves.

const serif = "Newsreader,'Iowan Old Style',Georgia,'Times New Roman',serif"
const sans = "'Hanken Grotesk','Helvetica Neue',Helvetica,Arial,sans-serif"

const ink = {
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

const style = {
  wordmark: `margin:0;font:300 22px/1.2 ${serif};letter-spacing:.22em;color:${ink.cream};text-decoration:none`,
  demo: `padding:10px 40px;background:${ink.ochrePaper};font:500 14px/1.4 ${sans};color:${ink.ochre}`,
  title: `margin:0 0 24px;font:300 34px/1.12 ${serif};letter-spacing:-.015em;color:${ink.text}`,
  text: `margin:0 0 20px;font:400 18px/1.6 ${serif};color:${ink.prose}`,
  note: `margin:0 0 16px;font:400 14px/1.55 ${sans};color:${ink.quiet}`,
  label: `padding:14px 16px 14px 0;border-top:1px solid ${ink.line};font:400 14px/1.5 ${sans};color:${ink.quiet};vertical-align:top;text-align:left`,
  value: `padding:12px 0 14px;border-top:1px solid ${ink.line};font:400 17px/1.45 ${serif};color:${ink.text};vertical-align:top;text-align:left;word-break:break-word`,
  amount: `padding:12px 0 12px 16px;border-top:1px solid ${ink.line};font:400 17px/1.4 ${serif};color:${ink.text};text-align:right;white-space:nowrap`,
  total: `padding:14px 0 14px 16px;border-top:2px solid ${ink.bronze};font:400 21px/1.3 ${serif};color:${ink.text};text-align:right;white-space:nowrap`,
  totalLabel: `padding:17px 16px 14px 0;border-top:2px solid ${ink.bronze};font:500 14px/1.4 ${sans};color:${ink.text};text-align:left`,
  button: `display:inline-block;padding:17px 28px;border-radius:2px;background:${ink.forest};font:500 13px/1.2 ${sans};letter-spacing:.1em;text-transform:uppercase;text-decoration:none;color:${ink.paper}`,
  link: `color:${ink.bronzeText};text-decoration:underline`,
  quote: `padding:4px 0 4px 18px;border-left:2px solid ${ink.bronze};font:400 17px/1.6 ${serif};color:${ink.prose};word-break:break-word`,
  small: `margin:0 0 10px;font:400 13px/1.55 ${sans};color:${ink.quiet}`,
} as const

const sheet = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){
.edge{padding-left:24px!important;padding-right:24px!important}
.stack{display:block!important;width:auto!important}
.stack.label{padding:14px 0 0!important}
.stack.value{padding:2px 0 14px!important;border-top:0!important}
.title{font-size:30px!important}
}
@media (prefers-color-scheme:dark){
.page{background:#0A1611!important}
.paper{background:#10211A!important;border-color:#2C5443!important}
.title,.value,.text,.rule{color:#F5EFE3!important;border-color:#2C5443!important}
.quiet,.label{color:#A9C2AE!important;border-color:#2C5443!important}
.link{color:#D9B98A!important}
.button{background:#F5EFE3!important;color:#10211A!important}
}`

/** The HTML version: tables and inline styles, without pictures or anything that is fetched. */
export function renderHtml(content: MailContent): string {
  const { subject, preview, title, blocks, demo } = content
  const css = new Html(sheet)
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
<body class="page" style="margin:0;padding:0;background:${ink.page}">
<div style="display:none;max-height:0;overflow:hidden">${preview}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${ink.page}"><tr><td align="center" style="padding:24px 12px 40px">
${mso('<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td>')}
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;background:${ink.paper};border:1px solid ${ink.line};border-collapse:separate">
<tr><td class="edge" style="padding:26px 40px 24px;background:${ink.night};border-bottom:3px solid ${ink.bronze}"><p style="${style.wordmark}">${business.name.toUpperCase()}</p></td></tr>
${demo ? html`<tr><td class="edge" style="${style.demo}">${DEMO_NOTICE}</td></tr>` : ''}
<tr><td class="edge" style="padding:40px 40px 24px;text-align:left"><h1 class="title" style="${style.title}">${title}</h1>
${blocks.map(renderBlock)}</td></tr>
<tr><td class="edge" style="padding:0 40px 36px;text-align:left">${renderFooter(content)}</td></tr>
</table>
${mso('</td></tr></table>')}
</td></tr></table>
</body>
</html>
`.markup
}

/** Markup that only Outlook's Word engine reads, which ignores max-width. */
function mso(markup: string): Html {
  return new Html(`<!--[if mso]>${markup}<![endif]-->`)
}

function renderBlock(block: Block): Html {
  switch (block.kind) {
    case 'text':
      return html`<p class="text" style="${style.text}">${multiline(block.text)}</p>\n`
    case 'note':
      return html`<p class="quiet" style="${style.note}">${multiline(block.text)}</p>\n`
    case 'details':
      return ruled(block.rows.map(renderRow))
    case 'sums':
      return ruled(block.rows.map(renderSum))
    case 'button':
      return renderButton(block.label, block.url)
    case 'list':
      return html`<ul class="text" style="${style.text};padding-left:22px">${block.items.map((item) => html`<li style="margin:0 0 10px">${multiline(item)}</li>`)}</ul>\n`
    case 'quote':
      return html`<p class="quiet" style="${style.note};margin-bottom:8px">${block.label}</p><div class="text" dir="auto" style="${style.quote};margin:0 0 28px">${multiline(block.text)}</div>\n`
  }
}

function ruled(rows: Html[]): Html {
  return html`<table role="presentation" class="rule" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 28px;border-bottom:1px solid ${ink.line}">${rows}</table>\n`
}

function renderRow({ label, lines, url }: DetailRow): Html {
  const shown = multiline(lines.join('\n'))
  const value = url ? html`<a class="link" href="${url}" style="${style.link}">${shown}</a>` : shown
  return html`<tr><td class="stack label" width="150" style="${style.label}">${label}</td><td class="stack value" dir="auto" style="${style.value}">${value}</td></tr>\n`
}

function renderSum({ label, amount, total }: SumRow): Html {
  const [left, right] = total ? [style.totalLabel, style.total] : [style.label, style.amount]
  return html`<tr><td class="${total ? 'value' : 'label'}" style="${left}">${label}</td><td class="value" style="${right}">${amount}</td></tr>\n`
}

function renderButton(label: string, url: string): Html {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 28px"><tr><td class="button" bgcolor="${ink.forest}" style="border-radius:2px;background:${ink.forest}"><a class="button" href="${url}" style="${style.button}">${label}</a></td></tr></table>\n`
}

function renderFooter({ reason }: MailContent): Html {
  const { legalName, organizationNumber, address, email, phone } = business
  const number = organizationNumber.replaceAll(' ', '\u00a0')
  const seller = `${legalName}, organisation number ${number}\n${address}`
  return html`<div style="height:1px;margin:0 0 20px;background:${ink.bronze};font-size:0;line-height:0">&nbsp;</div>
<p class="quiet" style="${style.small}">${multiline(reason)}</p>
<p class="quiet" style="${style.small}">${multiline(seller)}<br><a class="link" href="mailto:${email}" style="${style.link}">${email}</a>, ${phone}</p>`
}

/** Trusted markup, which is inserted without escaping. */
class Html {
  constructor(readonly markup: string) {}
}

type Part = Html | Html[] | string

/** Template tag that escapes every inserted string; only `Html` is inserted unchanged. */
function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.reduce((done, string, index) => done + show(parts[index - 1]) + string))
}

function show(part: Part = ''): string {
  if (typeof part === 'string') return escapeHtml(part)
  return Array.isArray(part) ? part.map(({ markup }) => markup).join('') : part.markup
}

/** Escaped text with `<br>` for each line break. */
function multiline(words: string): Html {
  return new Html(words.split('\n').map(escapeHtml).join('<br>'))
}

/** The plain text version: the same sentences in the same order. */
export function renderText(content: MailContent): string {
  const { title, blocks, reason, demo } = content
  return [
    business.name.toUpperCase(),
    ...(demo ? [DEMO_NOTICE] : []),
    `${title}\n${'='.repeat(title.length)}`,
    ...blocks.map(plainBlock),
    `-- \n${reason}`,
    [
      business.legalName,
      `Organisation number ${business.organizationNumber}`,
      business.address,
      `${business.email}, ${business.phone}`,
    ].join('\n'),
  ]
    .join('\n\n')
    .concat('\n')
}

function plainBlock(block: Block): string {
  switch (block.kind) {
    case 'text':
    case 'note':
      return block.text
    case 'details':
      return block.rows.map(plainRow).join('\n')
    case 'sums':
      return plainSums(block.rows)
    case 'button':
      return `${block.label}:\n${block.url}`
    case 'list':
      return block.items.map((item) => `- ${item.replaceAll('\n', '\n  ')}`).join('\n')
    case 'quote':
      return `${block.label}:\n${indent(block.text.split('\n'), '> ')}`
  }
}

function plainRow({ label, lines, url }: DetailRow): string {
  // A `mailto:` or `tel:` link only repeats its own text.
  const shown = url?.startsWith('http') ? [...lines, url] : lines
  return `${label}:\n${indent(shown, '  ')}`
}

function plainSums(rows: SumRow[]): string {
  const width = Math.max(...rows.map(({ label }) => label.length))
  const right = Math.max(...rows.map(({ amount }) => amount.length))
  return rows
    .map(({ label, amount }) => `${label.padEnd(width)}  ${amount.padStart(right)}`)
    .join('\n')
}

function indent(lines: string[], by: string): string {
  return lines.map((line) => by + line).join('\n')
}
