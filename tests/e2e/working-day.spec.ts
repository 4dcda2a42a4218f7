import { installedTest as test, withOwnServer } from '#tests/support/browser/owner.ts'
import { WorkingDay } from '#tests/support/browser/working-day.ts'
import { createRandom } from '#tests/support/lib/random.ts'
import { OFFLINE_ERRORS } from '#tests/support/outbox/outbox-pages.ts'

test.use(withOwnServer('working-day'))

/** A longer day: `WORKING_DAY_STEPS=200`. */
const STEPS = Number(process.env.WORKING_DAY_STEPS ?? 12)

test('A day of work on two devices, with a guest’s phone and visitors, loses and doubles nothing while server and browsers are killed', async ({
  server,
  front,
  errors,
  newVisitor,
}) => {
  test.setTimeout(120_000 + STEPS * 15_000)
  errors.allow(OFFLINE_ERRORS)
  // The server is gone behind its proxy.
  errors.allow(/status of 50[234]|unknown error occurred when fetching the script/)
  const random = createRandom('working day')
  const [guest, visitor] = [await newVisitor(), await newVisitor()]
  const day = new WorkingDay({ server, front, errors, random, guest, visitor })
  try {
    await test.step('the devices are set up', () => day.prepare())
    for (let step = 1; step <= STEPS; step++) {
      const [name, act] = day.pickStep()
      await test.step(`${step}. ${name}`, act)
    }
    await test.step('at rest', () => day.expectNothingLost())
  } finally {
    await day.close()
  }
})
