/** A small SMTP server (RFC 5321) that accepts every mail and keeps its source. */
import { createServer, type Socket } from 'node:net';
import { listenHere } from './processes.ts';

type ReceivedMail = { from: string; to: string; message: string };
export type SmtpServer = Awaited<ReturnType<typeof startSmtpServer>>;

export async function startSmtpServer() {
  const mails: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    if (smtp.isAway) return socket.resetAndDestroy();
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    converse(socket, (mail) => {
      mails.push(mail);
      if (smtp.dropsResponses) socket.resetAndDestroy();
    });
  });
  const smtp = {
    url: `smtp://127.0.0.1:${await listenHere(server)}`,
    mails,
    /** While true, it resets every connection. */
    isAway: false,
    /** While true, it accepts mails and closes the connection before its response. */
    dropsResponses: false,
    async close() {
      for (const socket of sockets) socket.destroy();
      await server[Symbol.asyncDispose]();
    },
  };
  return smtp;
}

function converse(socket: Socket, take: (mail: ReceivedMail) => void): void {
  let [from, to, received, isMessage] = ['', '', '', false];
  const say = (line: string) => socket.write(`${line}\r\n`);
  const answer = (line: string) => {
    const [, verb = '', address = ''] = /^(\w+)(?:[^<]*<([^>]*)>)?/.exec(line) ?? [];
    if (verb === 'MAIL') from = address;
    if (verb === 'RCPT') to = address;
    isMessage = verb === 'DATA';
    if (verb === 'QUIT') socket.end('221 Bye\r\n');
    else say(isMessage ? '354 Go on' : '250 OK');
  };
  say('220 A server of the tests');
  socket.setEncoding('utf8').on('data', (chunk) => {
    received += chunk;
    for (;;) {
      const end = isMessage ? '\r\n.\r\n' : '\r\n';
      const at = received.indexOf(end);
      if (at < 0) return;
      const text = received.slice(0, at);
      received = received.slice(at + end.length);
      if (!isMessage) answer(text);
      else {
        isMessage = false;
        take({ from, to, message: text });
        if (!socket.destroyed) say('250 Taken');
      }
    }
  });
}
