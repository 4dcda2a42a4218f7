import { business } from '#shared/site/business.ts'
import {
  type Block,
  DEMO_NOTICE,
  type DetailRow,
  type MailContent,
  type SumRow,
} from './content.ts'

/** The plain version: the same words in the same order. */
export function renderText(content: MailContent): string {
  const { title, blocks, reason, demo } = content
  return [
    business.name.toUpperCase(),
    ...(demo ? [DEMO_NOTICE] : []),
    `${title}\n${'='.repeat(title.length)}`,
    ...blocks.map(renderBlock),
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

function renderBlock(block: Block): string {
  switch (block.kind) {
    case 'text':
    case 'note':
      return block.text
    case 'details':
      return block.rows.map(renderRow).join('\n')
    case 'sums':
      return renderSums(block.rows)
    case 'button':
      return `${block.label}:\n${block.url}`
    case 'list':
      return block.items.map((item) => `- ${item.replaceAll('\n', '\n  ')}`).join('\n')
    case 'quote':
      return `${block.label}:\n${indent(block.text.split('\n'), '> ')}`
  }
}

function renderRow({ label, lines, url }: DetailRow): string {
  // A mail or phone address says in words already what its link says.
  const shown = url?.startsWith('http') ? [...lines, url] : lines
  return `${label}:\n${indent(shown, '  ')}`
}

function renderSums(rows: SumRow[]): string {
  const width = Math.max(...rows.map(({ label }) => label.length))
  const right = Math.max(...rows.map(({ amount }) => amount.length))
  return rows
    .map(({ label, amount }) => `${label.padEnd(width)}  ${amount.padStart(right)}`)
    .join('\n')
}

function indent(lines: string[], by: string): string {
  return lines.map((line) => by + line).join('\n')
}
