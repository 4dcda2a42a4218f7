import type { Database } from '#server/db/database.ts'
import type { FunctionRoutes } from '#server/http/function-routes.ts'
import { answer, refuse } from '#server/http/http-result.ts'
import type { Audit } from '#server/http/request-context.ts'
import { sendRefusal } from '#server/http/responses.ts'
import type { NewId } from '#server/lib/ids.ts'
import { toPicturePath } from '#server/mail/pictures.ts'
import type { MailQueue } from '#server/mail/queue.ts'
import { renderHtml } from '#server/mail/renderer.ts'
import { toSingleLine } from '#server/mail/typed-text.ts'
import {
  confirmDemoPayment,
  createPaymentIntent,
  openReceipt,
  paymentWebhook,
  sendReceipt,
  verifyPayment,
} from '#shared/payment/api.ts'
import { beginPayment, checkPayment, confirmDemo, receiveEvent } from './commands.ts'
import { isErased, readReceiptMail } from './mails.ts'
import type { BookingPort, PaymentParts } from './ports.ts'

export function registerPaymentRoutes(routes: FunctionRoutes, parts: PaymentParts): void {
  routes.on(createPaymentIntent, (input, { browserToken }) =>
    beginPayment(parts, input, browserToken),
  )

  routes.on(confirmDemoPayment, (input, { browserToken }) =>
    confirmDemo(parts, input, browserToken),
  )

  routes.on(verifyPayment, ({ id, sig }, { browserToken }) =>
    checkPayment(parts, id, { browserToken, signature: sig }),
  )

  routes.raw(paymentWebhook, async (req, res) => {
    const body = Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0)
    const result = await receiveEvent(parts, body, req.get('stripe-signature') ?? '')
    if (result.ok) res.json(result.value)
    else sendRefusal(res, result.status, result.refusal)
  })
}

interface ReceiptRouteParts {
  db: Database
  mails: MailQueue
  newId: NewId
  findBooking: BookingPort['find']
  audit: Audit
}

/** The page of a receipt has inline styles, as a mail has, and no script. */
const RECEIPT_POLICY =
  "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The owner's endpoints for sales documents. */
export function registerReceiptRoutes(
  routes: FunctionRoutes,
  { db, mails, newId, findBooking, audit }: ReceiptRouteParts,
): void {
  routes.custom(openReceipt, async ({ id }, _caller, res) => {
    const found = await readReceiptMail(db.read, parseReceiptId(id), findBooking)
    if (!found) return sendRefusal(res, 404, { code: 'not_found', error: openReceipt.failure })
    res.set({ 'Content-Security-Policy': RECEIPT_POLICY, 'Cache-Control': 'no-store' })
    res.type('html').send(renderHtml(found.content, toPicturePath))
  })
  routes.on(sendReceipt, async ({ id }, caller) => {
    const { series, number } = parseReceiptId(id)
    const found = await readReceiptMail(db.read, { series, number }, findBooking)
    if (!found) return refuse(404, 'not_found', sendReceipt.failure)
    const { booking } = found
    if (isErased(booking))
      return refuse(409, 'erased', 'The address of this guest was erased, so it cannot be sent.')
    const failure = await mails.sendNow({
      kind: 'receipt',
      dedupeKey: `${series}:${number}:${newId()}`,
      bookingId: booking.id,
      data: { bookingId: booking.id, series, number },
    })
    if (failure !== undefined)
      return refuse(502, 'not_sent', `It could not be sent: ${toSingleLine(failure).slice(0, 200)}`)
    const details = `Receipt ${id} sent again`
    await db.write((tx) => audit(tx, caller, { action: 'Receipt', details }))
    return answer({ email: booking.email, isDelivered: mails.isDelivering })
  })
}

function parseReceiptId(id: string) {
  const [series, number] = id.split(':')
  return {
    series: series === 'demo' ? ('demo' as const) : ('real' as const),
    number: Number(number),
  }
}
