import type { OwnerDatabase } from '#client/book/store/database.ts'
import { listReadOnly, type RecordsPosition } from '#client/book/store/read-only.ts'
import type { UnreadForms } from '#client/book/store/types.ts'
import type { FormName } from '#shared/submissions/form-post.ts'
import { toMarkId } from '#shared/submissions/mark-id.ts'
import type { ListedRows } from './listed-rows.ts'

/** Counts the submissions that the owner has not read. It reads from the database only what has changed. */
export class UnreadSubmissions {
  private position: RecordsPosition | undefined
  private readonly known = new Map<string, { form: FormName; markId: string }>()

  async count(db: OwnerDatabase, marks: ListedRows): Promise<UnreadForms> {
    const { position, isWhole, rows } = await listReadOnly(db, 'submission', this.position)
    if (isWhole) this.known.clear()
    this.position = position
    for (const { id, data } of rows)
      if (data)
        this.known.set(id, {
          form: data.form,
          markId: toMarkId(Number(id), Date.parse(data.created_at)),
        })
      else this.known.delete(id)
    const counts: UnreadForms = {}
    for (const { form, markId } of this.known.values())
      if (marks.find('submission-mark', markId)?.read !== true)
        counts[form] = (counts[form] ?? 0) + 1
    return counts
  }
}
