/**
 * The id of a submission's mark: the submission's number, and when it arrived (UTC milliseconds). The number alone is
 * not enough: after a restore, the server may give it to another submission, which would then count as read.
 */
export function toMarkId(submission: number, createdAt: number): string {
  return `${submission}-${createdAt}`
}

/** The number of the submission that a mark is about. */
export function getMarkedSubmission(markId: string): string {
  return markId.slice(0, markId.indexOf('-'))
}
