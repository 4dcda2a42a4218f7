/** Names a database for people, without the user and the password. */
export function describePostgres(url: string): string {
  const { PGHOST, PGDATABASE } = toLibpqEnvironment(url)
  return `the database ${PGDATABASE} on ${PGHOST}`
}

/** Host and port, without the user and the password. */
export function describeAddress(url: string): string {
  const { PGHOST, PGPORT = process.env.PGPORT ?? '5432' } = toLibpqEnvironment(url)
  return `${PGHOST}:${PGPORT}`
}

/** Options of a URL that PostgreSQL's programs read from a variable of another name. */
const OPTION_VARIABLES: Record<string, string> = {
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
  options: 'PGOPTIONS',
}

/**
 * The variables that connect PostgreSQL's programs to a database. An argument could be read by every
 * account of the machine, and so would the password in it.
 */
export function toLibpqEnvironment(url: string): Record<string, string> {
  const { hostname, port, pathname, username, password, searchParams } = new URL(url)
  const found: Record<string, string> = {
    PGHOST: searchParams.get('host') ?? decodeURIComponent(hostname).replace(/^\[|\]$/g, ''),
    PGPORT: searchParams.get('port') ?? port,
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    PGUSER: searchParams.get('user') ?? decodeURIComponent(username),
    PGPASSWORD: searchParams.get('password') ?? decodeURIComponent(password),
    PGSSLMODE: searchParams.has('ssl') ? 'require' : '',
  }
  for (const [option, variable] of Object.entries(OPTION_VARIABLES))
    found[variable] = searchParams.get(option) ?? found[variable] ?? ''
  // A mode of the driver that PostgreSQL's programs do not know.
  if (found.PGSSLMODE === 'no-verify') found.PGSSLMODE = 'require'
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== ''))
}
