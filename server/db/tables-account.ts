/** Of the library's sessions, what others look into; the library writes them itself. */
export interface SessionTable {
  id: string
  user_id: string
  /** ISO 8601. */
  expires_at: string
}

/** Of the library's accounts likewise. */
export interface UserTable {
  id: string
  name: string
  email: string
  email_verified: number
  role: string
}

export interface SignInAlarmTable {
  user_id: string
  last_at: number
  mailed_at: number
}
