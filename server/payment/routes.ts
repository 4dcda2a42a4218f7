import type { FunctionRoutes } from '#server/http/functions.ts'
import { sendRefusal } from '#server/http/responses.ts'
import {
  confirmDemoPayment,
  createPaymentIntent,
  paymentWebhook,
  verifyPayment,
} from '#shared/payment/api.ts'
import { beginPayment, confirmDemo, receiveEvent, verify } from './commands.ts'
import type { PaymentParts } from './ports.ts'

export function paymentRoutes(routes: FunctionRoutes, parts: PaymentParts): void {
  routes.on(createPaymentIntent, (input, { browser }) => beginPayment(parts, input, browser))

  routes.on(confirmDemoPayment, (input, { browser }) => confirmDemo(parts, input, browser))

  routes.on(verifyPayment, ({ id, sig }, { browser }) => verify(parts, id, { browser, sig }))

  routes.raw(paymentWebhook, async (req, res) => {
    const body = Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0)
    const result = await receiveEvent(parts, body, req.get('stripe-signature') ?? '')
    if (result.ok) res.json(result.value)
    else sendRefusal(res, result.status, result.refusal)
  })
}
