import { expect, it } from 'vitest'
import { formatFirstNames, formatNames } from '#shared/clients/person-names.ts'

it('Names are joined as people write them', () => {
  expect(formatNames(['Elisabeth Vance', '', 'Thomas Reed'])).toBe(
    'Elisabeth Vance and Thomas Reed',
  )
  expect(formatFirstNames(['Ada Vance', 'Bo Reed', 'Claire Marchetti'])).toBe('Ada, Bo and Claire')
  expect(formatNames([])).toBe('')
})

it('A name written from right to left does not draw in what follows it', () => {
  expect(`${formatNames(['Ada', 'מרים'])}, 26 March`).toBe('Ada and \u2068מרים\u2069, 26 March')
})
