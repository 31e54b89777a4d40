import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

interface ReceivedMail {
  to: string[];
  from: string;
  /** As it came over the wire, with quoted-printable decoded. */
  text: string;
  isEncrypted: boolean;
  user: string | undefined;
}

const LOGIN = { user: 'trips', password: 'secret of the mail server' };

/** A real SMTP server on a free port of this machine. */
export async function startMailServer(options: SMTPServerOptions = {}) {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    onAuth({ username, password }, _session, callback) {
      const isRight = username === LOGIN.user && password === LOGIN.password;
      callback(isRight ? null : new Error('wrong'), isRight ? { user: username } : undefined);
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          to: rcptTo.map(({ address }) => address),
          from: mailFrom ? mailFrom.address : '',
          text: decoded(Buffer.concat(chunks).toString()),
          isEncrypted: session.secure,
          user: session.user as string | undefined,
        });
        callback();
      });
    },
    ...options,
  });
  server.on('error', () => {}); // clients that break off
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  return {
    received,
    url: `smtp://127.0.0.1:${port}?tls.rejectUnauthorized=false`,
    urlWithLogin: `smtp://${LOGIN.user}:${encodeURIComponent(LOGIN.password)}@127.0.0.1:${port}?tls.rejectUnauthorized=false&requireTLS=true`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** Quoted-printable or base64 bodies, as text. */
function decoded(message: string): string {
  const end = message.indexOf('\r\n\r\n');
  const [head, body] = [message.slice(0, end), message.slice(end + 4)];
  if (/^content-transfer-encoding: base64/im.test(head)) return `${head}\n\n${Buffer.from(body, 'base64')}`;
  if (!/^content-transfer-encoding: quoted-printable/im.test(head)) return message;
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return `${head}\n\n${Buffer.from(bytes, 'latin1')}`;
}
