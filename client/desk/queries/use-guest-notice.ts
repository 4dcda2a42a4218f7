import { wordByMail } from '#client/lib/data/mail-wording.ts'
import { useSiteConfig } from '#client/lib/data/use-endpoint.ts'

export type FormatNotice = (byMail: string) => string

/**
 * What a guest hears of a booking, as a sentence that is true of this site; `byMail` is the end of
 * it if the site sends mail.
 */
export function useGuestNotice(name: string): FormatNotice {
  const config = useSiteConfig()
  return (byMail) =>
    wordByMail(config, {
      sent: `${name} ${byMail}`,
      notSent: `This site sends no email: ${name} sees it on the page of the booking only.`,
      unknown: `${name} sees it on the page of the booking.`,
    })
}
