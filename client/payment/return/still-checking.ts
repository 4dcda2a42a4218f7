/** What happens after the page stopped asking; `mail` is known to work, not to work, or unknown. */
export function stillChecking(mail: boolean | undefined): string {
  const news = mail
    ? 'you get an e-mail as soon as it is settled.'
    : 'your booking’s page shows it as soon as it is settled.'
  return `There is no need to pay again: we keep asking the bank, and ${news} If it says no, nothing is charged; this booking is never charged twice.`
}
