import { business } from '#shared/site/business.ts'
import {
  type Block,
  DEMO_NOTICE,
  type DetailRow,
  type MailContent,
  type SumRow,
} from './content.ts'
import { Html, html, multiline } from './html.ts'
import { ink, sheet, style } from './palette.ts'

/** The version with looks: tables and inline styles, no pictures, nothing fetched. */
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

/** Only for Outlook's Word engine, which ignores max-width. */
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
