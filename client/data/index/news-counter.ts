import type { ListedRows } from '#client/data/index/listed-rows.ts'
import type { OwnerDatabase } from '#client/data/store/database.ts'
import { listReadOnly } from '#client/data/store/read-only.ts'
import type { NewsCounts, RecordsPosition } from '#client/data/store/types.ts'
import type { BookingRecord } from '#shared/booking/booking-record.ts'
import {
  isNewBooking,
  isNewChange,
  LIST_MARK_ID,
  toBookingMarkId,
} from '#shared/desk/booking-marks.ts'
import type { FormName } from '#shared/submissions/form-post.ts'
import { toMarkId } from '#shared/submissions/mark-id.ts'
import { completeMarks, isNewSubmission } from '#shared/submissions/marks.ts'
import type { DataOf } from '#shared/sync/collections.ts'
import type { ReadOnlyCollection, ReadOnlyRecords } from '#shared/sync/read-only-collections.ts'

/** Counts what the owner has not seen. It reads from the database only what has changed. */
export class NewsCounter {
  private readonly submissions = new Copy('submission', (id, { form, created_at }) => ({
    form,
    markId: toMarkId(Number(id), Date.parse(created_at)),
  }))
  private readonly bookings = new Copy('booking', (id, record) => ({
    ...pickNews(record),
    markId: toBookingMarkId(id),
  }))

  async count(db: OwnerDatabase, marks: ListedRows, now: number): Promise<NewsCounts> {
    const forms: Partial<Record<FormName, number>> = {}
    for (const { form, markId } of await this.submissions.list(db)) {
      const mark: DataOf<'submission-mark'> | undefined = marks.find('submission-mark', markId)
      if (isNewSubmission(completeMarks(mark))) forms[form] = (forms[form] ?? 0) + 1
    }
    const readSeenUntil = (id: string) => Number(marks.find('booking-mark', id)?.seenUntil ?? 0)
    const listSeenUntil = readSeenUntil(LIST_MARK_ID)
    const bookings = await this.bookings.list(db)
    return {
      forms,
      newBookings: bookings.filter((booking) => isNewBooking(booking, listSeenUntil)).length,
      guestChanges: bookings.flatMap(({ guestChanges, markId }) => {
        const seenUntil = guestChanges.length > 0 ? readSeenUntil(markId) : 0
        return guestChanges.filter(({ at }) => isNewChange(Date.parse(at), { seenUntil, now }))
      }).length,
    }
  }
}

const pickNews = ({ createdAt, status, guestChanges }: BookingRecord) => ({
  ...{ createdAt, status, guestChanges },
})

/** In-memory copy of a collection, with only the needed part of each record. */
class Copy<Coll extends ReadOnlyCollection, Part> {
  private position: RecordsPosition | undefined
  private readonly known = new Map<string, Part>()

  constructor(
    private readonly coll: Coll,
    private readonly pick: (id: string, data: ReadOnlyRecords[Coll]) => Part,
  ) {}

  async list(db: OwnerDatabase): Promise<Part[]> {
    const { position, isWhole, rows } = await listReadOnly(db, this.coll, this.position)
    if (isWhole) this.known.clear()
    this.position = position
    for (const { id, data } of rows)
      if (data) this.known.set(id, this.pick(id, data))
      else this.known.delete(id)
    return [...this.known.values()]
  }
}
