import { act, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { Announcer, announce } from '#client/ui/announcer.tsx'
import { PhoneField } from '#client/ui/controls/phone-field.tsx'
import { formatPhone } from '#shared/lib/phone/phone.ts'
import { fillField, user } from '#tests/support/components/user.ts'

function Form() {
  const [value, setValue] = useState({ country: 'NO', phone: '' })
  return (
    <>
      <Announcer />
      <PhoneField
        {...value}
        error={undefined}
        onChange={(change) => setValue((before) => ({ ...before, ...change }))}
      />
      <output>{formatPhone(value.country, value.phone)}</output>
    </>
  )
}

const country = () => screen.getByLabelText<HTMLSelectElement>('Country code')
const phone = () => screen.getByLabelText<HTMLInputElement>('Phone')
const stored = () => document.querySelector('output')?.textContent
const announced = () => document.querySelector('[data-announcer]')?.textContent
const fill = (value: string) => fillField(phone(), value)
const choose = (value: string) => fillField(country(), value)

describe('The phone field', () => {
  test.each([
    ['+44 7700 900123', 'GB', '7700 900123', '+44 7700900123'],
    ['+44 (0)7700-900123', 'GB', '7700-900123', '+44 7700900123'],
    ['0044 7700 900123', 'GB', '7700 900123', '+44 7700900123'],
    ['+47 412 09 877', 'NO', '412 09 877', '+47 41209877'],
    ['tel:+1-415-555-0134', 'US', '415-555-0134', '+1 4155550134'],
    ['\u202a+354\u00a0581 2345\u202c', 'IS', '581 2345', '+354 5812345'],
    ['+44 20 7946 0958 ext. 12', 'GB', '20 7946 0958 ext. 12', '+44 2079460958 ext. 12'],
  ])('takes the country from a pasted %s', async (pasted, chosen, shown, wire) => {
    render(<Form />)
    await fill(pasted)
    expect(country()).toHaveValue(chosen)
    expect(phone()).toHaveValue(shown)
    expect(stored()).toBe(wire)
  })

  test('announces the country that a number chose, and nothing if it stays', async () => {
    render(<Form />)
    act(() => announce(''))
    await fill('+47 412 09 877')
    expect(announced()).toBe('')
    await fill('+44 7700 900123')
    expect(announced()).toBe('Country code: United Kingdom +44')
  })

  test('keeps the code in the field while it is typed, and shows the country at once', async () => {
    render(<Form />)
    await user.type(phone(), '+44 7')
    expect(country()).toHaveValue('GB')
    expect(phone()).toHaveValue('+44 7')
    await user.tab()
    expect(phone()).toHaveValue('7')
    expect(country()).toHaveValue('GB')
  })

  test('keeps a chosen country that shares the code of the number', async () => {
    render(<Form />)
    await choose('CA')
    await fill('+1 416 555 0134')
    expect(country()).toHaveValue('CA')
  })

  test.each([
    ['a whole number only', () => fill('+447700900123')],
    [
      'the country, then a national number',
      async () => {
        await choose('GB')
        await fill('07700 900123')
      },
    ],
    [
      'a national number, then the country',
      async () => {
        await fill('07700 900123')
        await choose('GB')
      },
    ],
    [
      'the country and a whole number',
      async () => {
        await choose('GB')
        await fill('+44 7700 900123')
      },
    ],
  ])('stores the same number if a browser fills in %s', async (_what, autofill) => {
    render(<Form />)
    await autofill()
    expect(stored()).toBe('+44 7700900123')
  })

  test('does not change or clear anything when it is left with a national number', async () => {
    const changes: unknown[] = []
    render(
      <PhoneField
        country="NO"
        phone="412"
        error="Phone number must have at least 8 digits"
        onChange={(change) => changes.push(change)}
      />,
    )
    await user.click(phone())
    await user.tab()
    expect(changes).toEqual([])
  })
})
