import 'fake-indexeddb/auto'
import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Answer } from '#client/data/sync/transport.ts'
import { LoadErrorBanner } from '#client/desk/kit/page/data-state.tsx'
import { useForms } from '#client/desk/queries/use-forms.ts'
import { dataClientStub, provideOpenData } from '#tests/support/data/data-client-stub.ts'
import { DataDevice } from '#tests/support/data/data-device.ts'
import { setUpOwnerDevice } from '#tests/support/data/owner-store.ts'

vi.mock(
  '#client/data/data-client.ts',
  async () => (await import('#tests/support/data/data-client-stub.ts')).dataClientStub,
)

setUpOwnerDevice()

function Screen() {
  const desk = useForms()
  return (
    <>
      <LoadErrorBanner failure="Failed to load form submissions" desk={desk} />
      <p>{desk.state}</p>
    </>
  )
}

const NO_ANSWER: Answer = { status: 0, body: undefined, text: '' }

test('What got no answer while the browser was offline is not called a failure of the server once it is online', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const device = new DataDevice()
  await device.markSynced()
  let answer = Promise.resolve(NO_ANSWER)
  let pulls = 0
  const data = device.openTab(() => {
    pulls++
    return answer
  })
  await provideOpenData(data)
  render(<Screen />)
  await expect.poll(() => dataClientStub.getDataSnapshot().state.phase).toBe('ready')
  await act(() => data.sync.run())
  await expect.poll(() => dataClientStub.getDataSnapshot().state.sync).toBe('offline')
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  online.mockReturnValue(true)
  act(() => void dispatchEvent(new Event('online')))
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  const before = pulls
  let end: (answer: Answer) => void = () => undefined
  answer = new Promise((resolve) => {
    end = resolve
  })
  const first = data.sync.run()
  await expect.poll(() => pulls).toBe(before + 1)
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  await act(async () => {
    end(NO_ANSWER)
    await first
  })
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('The server did not answer.')
})
