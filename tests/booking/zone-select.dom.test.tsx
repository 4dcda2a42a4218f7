import { render, screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { groupZones, ZoneSelect } from '#client/booking/calendar/zone-select.tsx'
import { getCurrentZone, listZones } from '#shared/lib/zones/zone-names.ts'
import { fillField, user } from '#tests/support/components/user.ts'

const winter = Date.parse('2026-11-25T09:30:00Z')
const summer = Date.parse('2026-07-01T09:30:00Z')

function setDeviceZone(timeZone: string): void {
  const resolved = Intl.DateTimeFormat().resolvedOptions()
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
    ...resolved,
    timeZone,
  })
}

function renderSelect(zone: string, at = winter) {
  const onChange = vi.fn()
  const view = render(<ZoneSelect zone={zone} at={at} onChange={onChange} />)
  const select = screen.getByLabelText('Time zone') as HTMLSelectElement
  return {
    select,
    onChange,
    show: (at: number) => view.rerender(<ZoneSelect {...{ zone, at, onChange }} />),
  }
}

const listTexts = (list: HTMLSelectElement | HTMLOptGroupElement | null) =>
  [...(list?.querySelectorAll('option') ?? [])].map(({ textContent }) => textContent)
const listGroup = (select: HTMLSelectElement, label: string) =>
  listTexts(select.querySelector<HTMLOptGroupElement>(`optgroup[label="${label}"]`))
const chosenText = (select: HTMLSelectElement) => select.selectedOptions[0]?.textContent

describe('The time zone field', () => {
  test('has the detected zone first, and every zone of this browser once under its region when it is reached', async () => {
    setDeviceZone('Europe/Oslo')
    const { select } = renderSelect('Europe/Oslo')
    expect(listTexts(select)).toEqual(['Europe/Oslo (GMT+1)'])
    await user.tab()
    const values = [...select.options].map(({ value }) => value)
    expect(values[0]).toBe('Europe/Oslo')
    expect(new Set(values).size).toBe(values.length)
    for (const zone of Intl.supportedValuesOf('timeZone'))
      expect(values).toContain(getCurrentZone(zone))
    expect(listGroup(select, 'Americas')).toContain('New York (GMT−5)')
    expect(listGroup(select, 'Americas')).toContain('Knox, Indiana (GMT−6)')
    expect(listGroup(select, 'Other')).toEqual(['UTC (GMT)'])
  })

  test('is filled by a finger or mouse, too, before the list opens', async () => {
    const { select } = renderSelect('Europe/Oslo')
    // A finger that is not lifted yet gives no focus.
    await user.pointer({ keys: '[TouchA>]', target: select })
    expect(select.options.length).toBeGreaterThan(300)
    await user.pointer('[/TouchA]')
  })

  test('shows each zone with its summer or winter offset at the time of the meeting', async () => {
    setDeviceZone('Europe/Oslo')
    const { select, show } = renderSelect('America/New_York')
    expect(chosenText(select)).toBe('New York (GMT−5)')
    await user.tab()
    show(summer)
    expect(chosenText(select)).toBe('New York (GMT−4)')
    expect(listTexts(select)[0]).toBe('Europe/Oslo (GMT+2)')
  })

  test('gives the chosen zone', async () => {
    const { select, onChange } = renderSelect('Europe/Oslo')
    await user.tab()
    await fillField(select, 'Asia/Kathmandu')
    expect(onChange).toHaveBeenCalledWith('Asia/Kathmandu')
  })

  test.each([
    ['Asia/Calcutta', 'Kolkata (GMT+5:30)'],
    ['US/Pacific', 'US/Pacific (GMT−8)'],
    ['Etc/GMT+5', 'Etc/GMT+5 (GMT−5)'],
  ])('keeps %s, a name that the list does not have, as the choice %s', async (zone, text) => {
    setDeviceZone('Europe/Oslo')
    const { select } = renderSelect(zone)
    expect(chosenText(select)).toBe(text)
    await user.tab()
    expect(chosenText(select)).toBe(text)
  })

  test('begins with UTC on a device whose zone this browser does not know', () => {
    setDeviceZone('Mars/Olympus')
    const { select } = renderSelect('UTC')
    expect(listTexts(select)).toEqual(['UTC (GMT)'])
  })
})

test('The regions’ lists are sorted by city, and no zone is lost between them', () => {
  const zones = listZones()
  const groups = groupZones(zones, 'Europe/Oslo', winter)
  const all = groups.flatMap(({ options }) => options.map(({ zone }) => zone))
  expect(all.toSorted()).toEqual(zones)
  for (const { options } of groups) {
    const texts = options.map(({ text }) => text)
    expect(texts).toEqual(texts.toSorted((a, b) => a.localeCompare(b, 'en')))
  }
})
