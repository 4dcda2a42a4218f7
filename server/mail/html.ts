import { escapeHtml } from '#server/http/plain-page.ts'

/** Markup that may be printed as it is. */
export class Html {
  readonly markup: string

  constructor(markup: string) {
    this.markup = markup
  }
}

type Part = Html | Html[] | string

/** Markup whose every inserted text is escaped; only `Html` goes in unchanged. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.reduce((done, string, index) => done + show(parts[index - 1]) + string))
}

function show(part: Part = ''): string {
  if (typeof part === 'string') return escapeHtml(part)
  return Array.isArray(part) ? part.map(({ markup }) => markup).join('') : part.markup
}

/** Text with its line breaks. */
export function multiline(words: string): Html {
  return new Html(words.split('\n').map(escapeHtml).join('<br>'))
}
