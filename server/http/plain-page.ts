interface PlainPage {
  title: string
  lines: string[]
  /** A button that posts to this address. */
  form?: { action: string; button: string }
  link: { href?: string; text: string }
}

/** A complete page for answers to forms that were sent without script. Every text is escaped. */
export function renderPlainPage({ title, lines, form, link }: PlainPage): string {
  const paragraphs = lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')
  const last = link.href
    ? `<p><a href="${escapeHtml(link.href)}">${escapeHtml(link.text)}</a></p>`
    : `<p>${escapeHtml(link.text)}</p>`
  const button = form
    ? `<form method="post" action="${escapeHtml(form.action)}"><button>${escapeHtml(form.button)}</button></form>`
    : ''
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="same-origin">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/plain.css">
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${paragraphs}
${button}
${last}
</main>
</body>
</html>
`
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
