import { randomKey } from '#client/lib/data/ids.ts'
import { completeBooking } from './complete.ts'
import { emptyDraft, type Receipt } from './draft.ts'
import type { Flow } from './flow.ts'

/** The booking stands: what was typed leaves the device, but for what the page shows. */
export function settle(flow: Flow, receipt: Receipt): void {
  const { phone: _phone, message: _message, ...fields } = receipt.fields
  flow.change({
    ...emptyDraft(randomKey),
    zone: flow.draft.zone,
    receipt: { ...receipt, fields },
  })
  flow.go('confirmed', 'replace')
  void completeBooking(receipt)
}
