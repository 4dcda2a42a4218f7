import type { FunctionRoutes } from '#server/http/function-routes.ts'
import { sendRefusal } from '#server/http/responses.ts'
import {
  confirmDemoPayment,
  createPaymentIntent,
  paymentWebhook,
  verifyPayment,
} from '#shared/payment/api.ts'
import { beginPayment, checkPayment, confirmDemo, receiveEvent } from './commands.ts'
import type { PaymentParts } from './ports.ts'

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
