import type { Account } from '#server/http/caller.ts'
import type { SessionView } from '#shared/account/api.ts'
import type { Auth } from './auth.ts'

/** The places where an account is signed in. */
export class Sessions {
  private readonly auth: Auth

  constructor(auth: Auth) {
    this.auth = auth
  }

  /** The newest first. */
  async list({ userId, sessionId }: Account): Promise<SessionView[]> {
    const { internalAdapter } = await this.auth.$context
    const open = await internalAdapter.listSessions(userId)
    return open
      .map(({ id, createdAt, updatedAt, userAgent }) => ({
        id,
        since: createdAt.toISOString(),
        lastSeen: updatedAt.toISOString(),
        browser: userAgent ?? '',
        here: id === sessionId,
      }))
      .sort((a, b) => b.lastSeen.localeCompare(a.lastSeen))
  }

  /** Ends one of the account's sessions, or all but the one that asks; others' ids end nothing. */
  async end(
    { userId, sessionId }: Pick<Account, 'userId' | 'sessionId'>,
    id: string | undefined,
  ): Promise<void> {
    const { internalAdapter, adapter } = await this.auth.$context
    const open = await internalAdapter.listSessions(userId)
    const ended = open.filter((session) =>
      id === undefined ? session.id !== sessionId : session.id === id,
    )
    // By their ids: their tokens are not known here, only to their browsers.
    const ids = ended.map((session) => session.id)
    if (ids.length > 0)
      await adapter.deleteMany({
        model: 'session',
        where: [{ field: 'id', operator: 'in', value: ids }],
      })
  }
}
