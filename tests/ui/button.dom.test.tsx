// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Announcer, announce } from '#client/ui/announcer.tsx'
import { Button } from '#client/ui/button.tsx'
import { Chip } from '#client/ui/controls/chip.tsx'
import { user } from '#tests/support/components/user.ts'

function page(busy: boolean, onClick: () => void) {
  return (
    <>
      <Announcer />
      <Button busy={busy} onClick={onClick}>
        {busy ? 'Submitting...' : 'Send'}
      </Button>
    </>
  )
}

test('A busy button is disabled and announced, and gets the focus back afterwards', async () => {
  const pressed = vi.fn()
  const { rerender } = render(page(false, pressed))
  screen.getByRole('button').focus()
  rerender(page(true, pressed))
  const busy = screen.getByRole<HTMLButtonElement>('button', { name: 'Submitting...' })
  expect(busy).toBeDisabled()
  expect(screen.getByRole('status')).toHaveTextContent('Submitting...')
  await user.click(busy)
  expect(pressed).not.toHaveBeenCalled()
  busy.blur()
  rerender(page(false, pressed))
  expect(screen.getByRole('button', { name: 'Send' })).toHaveFocus()
})

test('A button that becomes busy without being pressed or focused is not announced', () => {
  announce('Something else')
  const { rerender } = render(page(false, () => {}))
  rerender(page(true, () => {}))
  expect(screen.getByRole('status')).not.toHaveTextContent('Submitting...')
  rerender(page(false, () => {}))
  // Enter in a field presses a form's button, which then has no focus.
  fireEvent.click(screen.getByRole('button'))
  rerender(page(true, () => {}))
  expect(screen.getByRole('status')).toHaveTextContent('Submitting...')
})

test('A button does not take the focus back if the person has moved it meanwhile', () => {
  const { rerender } = render(
    <>
      {page(false, () => {})}
      <input aria-label="Other" />
    </>,
  )
  screen.getByRole('button').focus()
  const withInput = (busy: boolean) => (
    <>
      {page(busy, () => {})}
      <input aria-label="Other" />
    </>
  )
  rerender(withInput(true))
  screen.getByLabelText('Other').focus()
  rerender(withInput(false))
  expect(screen.getByLabelText('Other')).toHaveFocus()
})

test('Single-choice and multiple-choice chips look different', () => {
  render(
    <>
      <Chip type="radio">One</Chip>
      <Chip>Many</Chip>
    </>,
  )
  expect(screen.getByText('One').className).not.toBe(screen.getByText('Many').className)
})
