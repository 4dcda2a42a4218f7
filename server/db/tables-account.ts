/** The tables of accounts, as far as others than the library look into them; the library writes them. */
export interface AccountTables {
  user: UserTable
  session: SessionTable
  verification: { id: string }
  two_factor: TwoFactorTable
  sign_in_alarm: SignInAlarmTable
}

export interface SessionTable {
  id: string
  user_id: string
  /** ISO 8601. */
  expires_at: string
}

export interface UserTable {
  id: string
  name: string
  email: string
  email_verified: number
  two_factor_enabled: number | null
  role: string
}

export interface TwoFactorTable {
  id: string
  user_id: string
  /** Encrypted, like its backup codes, in the library's format. */
  secret: string
  backup_codes: string
  last_step: number | null
}

export interface SignInAlarmTable {
  user_id: string
  last_at: number
  mailed_at: number
}
