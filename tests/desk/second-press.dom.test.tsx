import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useSecondPressGuard } from '#client/desk/shell/second-press.ts'

const onBelow = vi.fn()
const onConfirm = vi.fn()

function TestPage() {
  useSecondPressGuard()
  return (
    <>
      <button type="button" onClick={onBelow}>
        Below
      </button>
      <dialog open>
        <button type="button" onClick={onConfirm}>
          Delete
        </button>
      </dialog>
    </>
  )
}

it('The second press of a double press does not reach what lay under a dialog that the first one closed', () => {
  render(<TestPage />)
  const [below, confirm] = [screen.getByText('Below'), screen.getByText('Delete')]
  fireEvent.click(confirm, { detail: 1 })
  fireEvent.click(below, { detail: 2 })
  expect(onConfirm).toHaveBeenCalledOnce()
  expect(onBelow).not.toHaveBeenCalled()
  fireEvent.click(below, { detail: 1 })
  fireEvent.click(below, { detail: 2 })
  expect(onBelow).toHaveBeenCalledTimes(2)
})
