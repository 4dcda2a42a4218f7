import type { Appearance, CustomFontSource } from '@stripe/stripe-js'
import hanken from '#client/styles/fonts/hanken.woff2?url'

type Token = (name: string) => string

/** The site's tokens in the provider's words: its fields live in a frame that our CSS cannot reach. */
export function stripeAppearance(root: HTMLElement = document.documentElement): Appearance {
  const tokens = getComputedStyle(root)
  const token: Token = (name) => tokens.getPropertyValue(`--${name}`).trim()
  return {
    theme: 'stripe',
    labels: 'above',
    disableAnimations: matchMedia('(prefers-reduced-motion: reduce)').matches,
    variables: variables(token),
    rules: rules(token),
  }
}

function variables(token: Token): NonNullable<Appearance['variables']> {
  return {
    colorPrimary: token('forest-800'),
    colorBackground: token('cream-50'),
    colorText: token('ink'),
    colorTextSecondary: token('ink-3'),
    colorTextPlaceholder: token('ink-3'),
    colorDanger: token('burgundy-600'),
    iconColor: token('bronze-600'),
    fontFamily: '"Hanken Grotesk", system-ui, sans-serif',
    fontSizeBase: '16px',
    borderRadius: '2px',
    spacingUnit: '4px',
    gridRowSpacing: '20px',
    gridColumnSpacing: '20px',
  }
}

function rules(token: Token): NonNullable<Appearance['rules']> {
  const edge = (colour: string) => `1px solid ${token(colour)}`
  return {
    '.Label': { fontSize: '13px', fontWeight: '500', color: token('ink'), marginBottom: '7px' },
    '.Input': { border: edge('line-strong'), boxShadow: 'none', padding: '13px 15px' },
    '.Input:hover': { borderColor: token('forest-600') },
    '.Input:focus': {
      border: edge('forest-700'),
      boxShadow: `0 0 0 1px ${token('forest-700')}`,
    },
    '.Input--invalid': {
      borderColor: token('burgundy-600'),
      boxShadow: `inset 3px 0 0 ${token('burgundy-600')}`,
      color: token('ink'),
    },
    '.Error': { fontSize: '13px', fontWeight: '500' },
  }
}

/** Fetched by the provider's frame from this site; where it may not be, its fallback stands. */
export function stripeFonts(origin: string): CustomFontSource[] {
  return [{ family: 'Hanken Grotesk', src: `url(${origin}${hanken})`, weight: '400 700' }]
}
