import type { Page } from '@playwright/test'

/** A window of 1280×1024 at 400 % zoom. */
export const ZOOMED = { width: 320, height: 256 }

const PHONE = { width: 390, height: 844 }

/** At 400 % zoom, and with text of 200 % on a phone, when `inLargeText` is called, too. */
export async function findFaultsOfReach(
  page: Page,
  address: string,
  inLargeText: () => Promise<void> = async () => {},
): Promise<string[]> {
  const zoomed = await listFaultsOfReach(page)
  await showLargeText(page)
  const large = await listFaultsOfReach(page)
  await inLargeText()
  await page.setViewportSize(ZOOMED)
  return [
    ...zoomed.map((fault) => `${address} zoomed: ${fault}`),
    ...large.map((fault) => `${address} in large text: ${fault}`),
  ]
}

/**
 * What somebody with a small window or large text could not read or press on this page: content
 * beyond the window's edge, text that is cut, text or a control under something else, and bars
 * that stay in sight and leave less than half of the window.
 */
async function listFaultsOfReach(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await document.fonts.ready
    // What waits outside the window for its layout has no place yet.
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { content-visibility: visible !important }')
    document.adoptedStyleSheets.push(sheet)
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    await nextFrame()
    await nextFrame()
    const faults: string[] = []
    const describe = (element: Element) => {
      const words = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim()
      return `<${element.localName} class="${element.getAttribute('class') ?? ''}"> “${words.slice(0, 50)}”`
    }
    /** Hidden for the eye only, or outside the window until it gets the focus. */
    const isOutOfSight = (element: Element) => {
      for (let one: Element | null = element; one; one = one.parentElement) {
        const { clipPath, clip, position } = getComputedStyle(one)
        if (clipPath === 'inset(50%)' || (clip !== 'auto' && position === 'absolute')) return true
        const box = one.getBoundingClientRect()
        if (position !== 'static' && (box.width <= 1 || box.height <= 1 || box.right <= 0))
          return true
        if (position !== 'static' && box.bottom + scrollY <= 0) return true
      }
      return false
    }
    const isSeen = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !isOutOfSight(element)

    const { scrollWidth } = document.documentElement
    if (scrollWidth > innerWidth) {
      const widest = [...document.body.querySelectorAll('*')]
        .filter((one) => one.getBoundingClientRect().right > innerWidth + 1 && isSeen(one))
        .filter((one) => {
          for (let up = one.parentElement; up && up !== document.body; up = up.parentElement)
            if (getComputedStyle(up).overflowX !== 'visible') return false
          return true
        })
        .slice(0, 3)
      faults.push(`${scrollWidth} px wide: ${widest.map(describe).join(', ')}`)
    }

    // What stays in its place while the page scrolls, as wide as half of the window.
    const stuckTops = () =>
      new Map(
        [...document.body.querySelectorAll('*')]
          .filter((one) => /sticky|fixed/.test(getComputedStyle(one).position) && isSeen(one))
          .map((one) => [one, one.getBoundingClientRect()] as const)
          .filter(([, { width }]) => width > innerWidth / 2),
      )
    const stuck = new Set<Element>()
    const middle = (document.documentElement.scrollHeight - innerHeight) / 2
    const scrollPage = (top: number) => scrollTo({ top, behavior: 'instant' })
    if (middle > 60) {
      scrollPage(middle)
      const before = stuckTops()
      scrollPage(middle + 40)
      const rows = new Set<number>()
      for (const [one, box] of stuckTops()) {
        if (before.get(one)?.top !== box.top) continue
        stuck.add(one)
        for (let y = Math.max(0, box.top); y < Math.min(innerHeight, box.bottom); y++)
          rows.add(Math.round(y))
      }
      if (rows.size > innerHeight / 2)
        faults.push(`${rows.size} px of bars stay: ${[...stuck].map(describe).join(', ')}`)
      scrollPage(0)
    }
    const isStuck = (element: Element) => [...stuck].some((one) => one.contains(element))

    interface Line {
      owner: Element
      box: DOMRect
    }
    const lines: Line[] = []
    const broken = new Set<Element>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { currentNode: text } = walker
      const owner = text.parentElement
      if (!owner || !text.nodeValue?.trim() || owner.closest('svg, script, style, option')) continue
      if (!isSeen(owner) || getComputedStyle(owner).color.endsWith(', 0)')) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      const boxes = [...range.getClientRects()].filter(({ width }) => width > 1)
      for (const box of boxes) lines.push({ owner, box })
      const rows = new Set(boxes.map(({ top }) => Math.round(top)))
      const words = text.nodeValue.trim().split(/[\s\u00ad@./:_-]+/)
      if (rows.size > words.length + 1) broken.add(owner)
    }

    /** What of a line its scrolling and cutting ancestors leave of it, and whether one cuts it. */
    const cut = new Set<Element>()
    const seenLines = lines.flatMap(({ owner, box }) => {
      let { left, right, top, bottom } = box
      let hasTitle = false
      for (let one: Element | null = owner; one && one !== document.body; one = one.parentElement) {
        const style = getComputedStyle(one)
        hasTitle ||= one.hasAttribute('title')
        if (style.display === 'inline' || style.display === 'contents') continue
        const edge = one.getBoundingClientRect()
        const [isCutX, isCutY] = [style.overflowX, style.overflowY].map((overflow) =>
          /hidden|clip/.test(overflow),
        )
        // A third of a line's height: its box is higher than its letters.
        const spare = box.height / 3
        const isCut =
          (isCutX && (left < edge.left - 2 || right > edge.right + 2)) ||
          (isCutY && (top < edge.top - spare || bottom > edge.bottom + spare))
        const isEllipsis = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none'
        if (isCut && !(isEllipsis && hasTitle)) cut.add(owner)
        if (style.overflowX !== 'visible')
          [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)]
        if (style.overflowY !== 'visible')
          [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)]
        if (style.position === 'fixed') break
      }
      if (left < -1 && right > 1) cut.add(owner)
      const isLeft = right - left > 1 && bottom - top > box.height / 3
      return isLeft ? [{ owner, box: new DOMRect(left, top, right - left, bottom - top) }] : []
    })
    for (const owner of broken) faults.push(`letter by letter: ${describe(owner)}`)
    for (const owner of cut) faults.push(`cut: ${describe(owner)}`)

    // Text over other text. Boxes of lines are higher than their letters.
    const isApart = (a: Element, b: Element) => !a.contains(b) && !b.contains(a)
    seenLines.sort((a, b) => a.box.top - b.box.top)
    const over = new Set<string>()
    seenLines.forEach(({ owner, box }, index) => {
      for (const other of seenLines.slice(index + 1)) {
        if (other.box.top >= box.bottom) break
        const high = Math.min(box.bottom, other.box.bottom) - other.box.top
        const wide = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left)
        if (wide <= 4 || high <= Math.min(box.height, other.box.height) * 0.55) continue
        if (!isApart(owner, other.owner) || isStuck(owner) !== isStuck(other.owner)) continue
        over.add(`${describe(owner)} over ${describe(other.owner)}`)
      }
    })
    for (const pair of over) faults.push(`over each other: ${pair}`)

    const controls = document.querySelectorAll(
      'a[href], button, input, select, textarea, summary, [tabindex="0"]',
    )
    for (const control of controls) {
      if (!isSeen(control) || control.matches(':disabled')) continue
      if (getComputedStyle(control).pointerEvents === 'none') continue
      control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const box = control.getClientRects()[0]
      if (!box) continue
      const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2]
      const hit = document.elementFromPoint(x, y)
      const isReached =
        hit !== null &&
        (control.contains(hit) ||
          hit.closest('label')?.control === control ||
          (control.matches('[tabindex]') && hit.contains(control)))
      if (isReached) continue
      faults.push(`not in reach: ${describe(control)} under ${hit ? describe(hit) : 'the edge'}`)
    }
    scrollPage(0)
    return faults
  })
}

/** Text of twice the size, as set in the browser, on a phone. */
async function showLargeText(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  await page.setViewportSize(PHONE)
}

/**
 * With forced colours, which leave neither backgrounds nor shadows: what is chosen, current or a badge
 * and has no line that tells it apart. Also how many were looked at.
 */
export async function listUnmarked(page: Page): Promise<{ marked: number; unmarked: string[] }> {
  return page.evaluate(() => {
    const isSeen = (one: Element) =>
      one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      one.getBoundingClientRect().width > 1
    const all = [...document.body.querySelectorAll('*')].filter(isSeen)
    const states = '[aria-current]:not([aria-current="false"]), [aria-pressed="true"]'
    const isBadge = (one: Element) =>
      Number.parseFloat(getComputedStyle(one).borderTopLeftRadius) > 99 && one.textContent !== ''
    const found = all.filter(
      (one) => one.matches(states) || (isBadge(one) && ![...one.children].some(isBadge)),
    )
    const hasLine = (one: Element) => {
      const { outlineStyle, borderTopWidth } = getComputedStyle(one)
      return outlineStyle !== 'none' || (isBadge(one) && borderTopWidth !== '0px')
    }
    const unmarked = found.filter((one) => !hasLine(one)).map((one) => one.outerHTML.slice(0, 120))
    return { marked: found.length, unmarked }
  })
}
