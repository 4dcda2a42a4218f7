import type { Made, MadeRun, MutationResult, PushAnswer } from '#shared/sync/protocol.ts'

/** The same answer, with what can be told in runs told so. */
export function inRuns({ results, ...answer }: PushAnswer): PushAnswer {
  const runs: MadeRun[] = []
  const rest: MutationResult[] = []
  for (const result of results) {
    const { mid, made } = result
    const last = runs.at(-1)
    if (!made || !isPlain(result)) rest.push(result)
    else if (last && follows(last, mid, made)) last.revs.push(made.rev)
    else runs.push({ mid, seq: made.seq, updatedAt: made.updatedAt, revs: [made.rev] })
  }
  return { results: rest, runs, ...answer }
}

/** Nothing is said of it that a run does not say. */
function isPlain({ mid: _mid, status, made: _made, ...more }: MutationResult): boolean {
  return status === 'applied' && Object.keys(more).length === 0
}

function follows(run: MadeRun, mid: number, { seq, updatedAt }: Made): boolean {
  const { length } = run.revs
  return mid === run.mid + length && seq === run.seq + length && updatedAt === run.updatedAt
}
