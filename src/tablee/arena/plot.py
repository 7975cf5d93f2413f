"""A tournament as a picture: an SVG of Elo numbers and shares of victories, each with its 95 % interval."""

from html import escape

from tablee.arena.tournament import Z95, TournamentReport

WIDTH, LEFT, RIGHT, ROW, HEAD, GAP = 640, 170, 40, 30, 56, 64
INK, FAINT, ELO, SHARE = "#2b2b33", "#d9d4c8", "#b0305f", "#1f5fa8"


def svg(report: TournamentReport) -> str:
    """Reads in black and white too: every mark has its number beside it."""
    rows = [(s.bot, s.elo, s.elo - Z95 * s.error, s.elo + Z95 * s.error) for s in report.standings]
    low = min(r[2] for r in rows) // 100 * 100
    high = max(r[3] for r in rows) // 100 * 100 + 100
    duels = [
        (f"{d.first} – {d.second}", 100 * d.wins.share, 100 * d.wins.low, 100 * d.wins.high) for d in report.duels
    ]
    second = HEAD + ROW * len(rows) + GAP
    height = second + ROW * len(duels) + 34
    title = f"{report.game} · {report.players} seats · {report.finished} games"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'font-family="system-ui, sans-serif" font-size="13" fill="{INK}">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="#fffdf8"/>',
        _text(16, 24, title, weight="bold", size=15),
        *_chart("Elo", HEAD, rows, (low, high), ELO, "{:.0f}"),
        *_chart("share of victories, %", second, duels, (0.0, 100.0), SHARE, "{:.1f}", middle=50.0),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _chart(
    name: str,
    top: float,
    rows: list[tuple[str, float, float, float]],
    span: tuple[float, float],
    colour: str,
    number: str,
    middle: float | None = None,
) -> list[str]:
    low, high = span
    bottom = top + ROW * len(rows)

    def x(value: float) -> float:
        return round(LEFT + (value - low) / (high - low) * (WIDTH - LEFT - RIGHT), 1)

    parts = [_text(16, top - 8, name, weight="bold")]
    for part in range(5):
        tick = low + (high - low) * part / 4
        strong = middle is not None and tick == middle
        parts += [
            f'<line x1="{x(tick)}" y1="{top}" x2="{x(tick)}" y2="{bottom}" stroke="{INK if strong else FAINT}"/>',
            _text(x(tick), bottom + 16, f"{tick:.0f}", anchor="middle", size=11),
        ]
    for i, (label, value, least, most) in enumerate(rows):
        y = top + ROW * i + ROW / 2
        ends = max(least, low), min(most, high)
        parts += [
            _text(16, y + 4, label),
            f'<line x1="{x(ends[0])}" y1="{y}" x2="{x(ends[1])}" y2="{y}" stroke="{colour}" stroke-width="2"/>',
            *(
                f'<line x1="{x(end)}" y1="{y - 5}" x2="{x(end)}" y2="{y + 5}" stroke="{colour}" stroke-width="2"/>'
                for end in ends
            ),
            f'<circle cx="{x(value)}" cy="{y}" r="5" fill="{colour}"/>',
            _text(x(value), y - 8, number.format(value), anchor="middle", size=11),
        ]
    return parts


def _text(x: float, y: float, words: str, *, anchor: str = "start", weight: str = "normal", size: int = 13) -> str:
    return (
        f'<text x="{x}" y="{y}" text-anchor="{anchor}" font-weight="{weight}" font-size="{size}">'
        f"{escape(words)}</text>"
    )
