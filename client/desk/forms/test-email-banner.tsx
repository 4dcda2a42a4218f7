import { Banner, BannerButton } from '#client/ui/controls/banner.tsx'
import { clockTime } from '#shared/booking/times.ts'
import { sendNotification } from '#shared/submissions/api.ts'
import type { TestEmail, TestEmailResult } from './use-test-email.ts'

/** How the test went, where the page says what happened. */
export function TestEmailBanner({
  test: { result, send },
  zone,
}: {
  test: TestEmail
  zone: string
}) {
  if (!result) return null
  if (result.sent)
    return (
      <Banner tone="ok" title="Test email sent successfully!">
        {whereTo(result, zone)}
      </Banner>
    )
  return (
    <Banner
      tone="error"
      title={sendNotification.failure}
      action={<BannerButton onClick={send}>Try again</BannerButton>}
    >
      {result.reason} Submissions are still saved here.
    </Banner>
  )
}

function whereTo(
  { email, delivers, sentAt }: TestEmailResult & { sent: true },
  zone: string,
): string {
  const at = clockTime(sentAt, zone)
  return delivers
    ? `Sent to ${email} at ${at}. It should arrive within a minute.`
    : `No mail server is set, so it was written at ${at} to a file beside the data, like every e-mail of this site.`
}
