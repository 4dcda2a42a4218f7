/**
 * The id of a submission's mark: its number and when it arrived, UTC milliseconds. After a restore, the server
 * may give the number to another submission, which nobody has read.
 */
export function toMarkId(submission: number, createdAt: number): string {
  return `${submission}-${createdAt}`
}
