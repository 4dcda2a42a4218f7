import type { ReactNode } from 'react'
import { Fragment } from 'react/jsx-runtime'

/** An HTML or SVG element to draw. */
interface Drawable {
  /** Its place among its siblings, by which it is found again: its key or its position. */
  place: string
  /** The tag, or `#text`. */
  type: string
  /** Of a text: `text`. */
  props: Readonly<Record<string, unknown>>
}

const drawn = new WeakMap<Node, Drawable>()

const SVG = 'http://www.w3.org/2000/svg'

/**
 * Makes `parent` show components without React, whose 57 KiB are more than the rest of the guests'
 * page together. Components are plain functions of their props: hooks do not work. Nodes that stay
 * keep their focus, scroll position and what was typed.
 */
export function draw(content: ReactNode, parent: Element): void {
  const wanted = listDrawables(content, '')
  const before = new Map<string, Node>()
  for (const node of parent.childNodes) {
    const known = drawn.get(node)
    if (known) before.set(`${known.place} ${known.type}`, node)
  }
  const nodes = wanted.map((drawable) => {
    const node = before.get(`${drawable.place} ${drawable.type}`) ?? createNode(drawable, parent)
    updateNode(node, drawable)
    return node
  })
  // First, because a node that is moved loses the focus.
  const staying = new Set(nodes)
  for (const node of [...parent.childNodes]) if (!staying.has(node)) node.remove()
  nodes.forEach((node, index) => {
    const there = parent.childNodes[index] ?? null
    if (there !== node) parent.insertBefore(node, there)
  })
}

/** Elements and texts of some content; its components are called. */
function listDrawables(content: ReactNode, place: string): Drawable[] {
  if (content === null || content === undefined || typeof content === 'boolean') return []
  if (Array.isArray(content)) {
    return content.flatMap((child: ReactNode, index) => {
      const name = isElement(child) && child.key !== null ? child.key : index
      return listDrawables(child, `${place}/${name}`)
    })
  }
  if (!isElement(content)) return [{ place, type: '#text', props: { text: String(content) } }]
  const { type, props } = content
  if (type === Fragment) return listDrawables(props.children as ReactNode, `${place}/`)
  if (typeof type === 'function') return listDrawables(type(props), `${place}/`)
  if (typeof type !== 'string') throw new Error('Only elements and plain components can be drawn')
  return [{ place, type, props }]
}

interface ReactElementLike {
  type: unknown
  key: string | null
  props: Record<string, unknown>
}

function isElement(content: unknown): content is ReactElementLike {
  return typeof content === 'object' && content !== null && 'props' in content
}

function createNode({ type }: Drawable, parent: Element): Node {
  if (type === '#text') return document.createTextNode('')
  const isSvg =
    type === 'svg' || (parent.namespaceURI === SVG && parent.tagName !== 'foreignObject')
  return isSvg ? document.createElementNS(SVG, type) : document.createElement(type)
}

function updateNode(node: Node, drawable: Drawable): void {
  const before = drawn.get(node)?.props ?? {}
  const { props } = drawable
  drawn.set(node, drawable)
  if (!(node instanceof Element)) {
    if (before.text !== props.text) node.nodeValue = String(props.text)
    return
  }
  for (const name of new Set([...Object.keys(before), ...Object.keys(props)]))
    if (name !== 'children' && before[name] !== props[name]) setProperty(node, name, props[name])
  draw(props.children as ReactNode, node)
}

const ATTRIBUTES: Readonly<Record<string, string>> = { className: 'class', htmlFor: 'for' }

/** Attributes of SVG that are written in camel case there, too. */
const SVG_CAMEL = /^(viewBox|preserveAspectRatio|pathLength|\w+Units|\w+Transform)$/

function setProperty(element: Element, name: string, value: unknown): void {
  // React calls the handler of a checkbox at its native `change`, as of texts at `input`.
  if (/^on[A-Z]/.test(name)) Reflect.set(element, name.toLowerCase(), value ?? null)
  else if (name === 'style') setStyle(element, value)
  else if (name === 'checked') Reflect.set(element, name, value === true)
  else setAttribute(element, ATTRIBUTES[name] ?? toAttribute(element, name), value)
}

function toAttribute(element: Element, name: string): string {
  if (element.namespaceURI !== SVG || SVG_CAMEL.test(name)) return name
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

function setAttribute(element: Element, name: string, value: unknown): void {
  const isText = /^(aria|data)-/.test(name)
  if (value === null || value === undefined || (value === false && !isText))
    element.removeAttribute(name)
  else element.setAttribute(name, value === true && !isText ? '' : String(value))
}

function setStyle(element: Element, value: unknown): void {
  if (!(element instanceof HTMLElement || element instanceof SVGElement)) return
  element.removeAttribute('style')
  for (const [name, text] of Object.entries(value ?? {})) {
    const property = name.startsWith('--') ? name : name.replaceAll(/[A-Z]/g, '-$&').toLowerCase()
    element.style.setProperty(property, String(text))
  }
}
